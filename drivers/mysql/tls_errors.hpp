// OpenSSL keeps errors per thread, and libmariadb does not clear them: what went wrong on one session would be taken
// for an error of the next one on the same thread.
#pragma once

namespace oltpsim::drivers::mysql {

/// To be called before the library may read or write on a TLS session. Costs nothing when there is no error.
void forget_tls_errors() noexcept;

}  // namespace oltpsim::drivers::mysql
