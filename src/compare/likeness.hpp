// Are two sides alike but for their storage? Pure.
#pragma once

#include "compare/side.hpp"

#include <string>
#include <vector>

namespace oltpsim::compare {

/// One thing in which sides differ.
struct Difference {
    std::string what;          ///< "workload", "durability", "clients per VM"
    std::string base, other;   ///< as each side has it
    std::string who;           ///< label of the other side
    bool methodology = false;  ///< figures do not mean the same: no test is made
    std::string text() const;
};

/// What makes a comparison of storage meaningless: workload, scale, distribution, clients, pacing, database product, methodology
/// version, durability, data against the server's cache. Also looks for it among the repeats of one side.
std::vector<Difference> differences(const Side& base, const Side& other);
std::vector<Difference> differences_within(const Side& side);

/// What a reader should know but which leaves a comparison standing: versions, lengths of phases, another load generator.
std::vector<std::string> remarks(const Side& base, const Side& other);

/// How far a measured side is from the protocol behind the published figures of a chapter.
std::vector<std::string> protocol_remarks(const Side& side, const std::string& chapter);

}  // namespace oltpsim::compare
