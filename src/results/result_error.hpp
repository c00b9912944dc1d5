// Failures of reading and writing results, as values with one sentence for people.
#pragma once

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <cstdint>
#include <string>

namespace oltpsim::results {

/// What kind of failure: io (missing, unreadable, disk full), damaged (not what it should hold), newer_version, refused (would
/// overwrite or mix results), not_found (no such result).
enum class ResultFault : std::uint8_t { io, damaged, newer_version, refused, not_found };

/// What went wrong, with path and reason, ready to print.
struct ResultError {
    ResultFault fault = ResultFault::io;
    std::string message;
};

template <typename T>
using Expected = boost::system::result<T, ResultError>;

/// boost::system::result calls this when value() is asked of an error: that is a bug in the caller.
[[noreturn]] void throw_exception_from_error(
    const ResultError& error, const boost::source_location& where
);

}  // namespace oltpsim::results
