// Figures against another figure, point by point: a load curve.
#pragma once

#include "page/chart.hpp"

#include <string>
#include <vector>

namespace oltpsim::page {

/// One measured point. `y` has a value per line of the chart.
struct CurvePoint {
    std::string name;  ///< e.g. "50 %"
    std::optional<double> x;
    Values y;
    std::string remark;   ///< what stands out; in the table and beside the pointer
    std::string mark;     ///< with a vertical line that carries this; short, or empty
    bool hollow = false;  ///< drawn differently: beyond what the curve is about
};

/// Lines join the points in their order, which need not be that of `x`. The vertical axis is logarithmic.
struct CurveChart {
    ChartText text;  ///< its unit is the vertical axis'
    std::string x_name, x_unit;
    std::vector<std::string> lines;
    std::vector<CurvePoint> points;
    std::optional<double> limit;  ///< a horizontal line
    std::string limit_text;
};

/// Empty without a point that can be drawn.
std::string curve_chart(const CurveChart& chart);

}  // namespace oltpsim::page
