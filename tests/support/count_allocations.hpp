// How often operator new ran in this process. Linking count_allocations.cpp replaces it.
#pragma once

#include <cstddef>

namespace oltpsim::test {

std::size_t allocations() noexcept;

}  // namespace oltpsim::test
