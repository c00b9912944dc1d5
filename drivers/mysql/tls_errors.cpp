// See tls_errors.hpp.
#include "drivers/mysql/tls_errors.hpp"

#include <openssl/err.h>

namespace oltpsim::drivers::mysql {

void forget_tls_errors() noexcept { ERR_clear_error(); }

}  // namespace oltpsim::drivers::mysql
