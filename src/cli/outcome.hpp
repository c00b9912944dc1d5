// How a command ended, in words. Only main.cpp turns them into exit statuses.
#pragma once

#include <cstdint>

namespace oltpsim::cli {

enum class Outcome : std::uint8_t {
    done,
    internal_error,
    bad_input,       ///< bad plan or arguments, or data that is not there; nothing was started
    unreachable,     ///< a target is unreachable or refused sign-in
    invalid_result,  ///< the run finished but its result is not valid, or checks failed
    some_failed,     ///< some targets failed, the others' results stand
    interrupted,     ///< by the user; results so far are kept
    not_written,     ///< the run was ended because its results could no longer be written
};

}  // namespace oltpsim::cli
