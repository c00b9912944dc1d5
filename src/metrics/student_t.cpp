// Student's t from Boost.Math; alone in its file because that header is slow to compile.
#include "metrics/batch_means.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>

namespace oltpsim::metrics {

double student_t(double confidence, double freedom) {
    const boost::math::students_t distribution(freedom);
    return boost::math::quantile(distribution, 0.5 + confidence / 2);
}

double student_p_value(double t, double freedom) {
    const boost::math::students_t distribution(freedom);
    return 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t)));
}

}  // namespace oltpsim::metrics
