// Tree operations of the configuration document, and the list of problems.
#include "config/document.hpp"

#include "db/target_url.hpp"

#include <algorithm>

namespace oltpsim::config {
namespace {

Member* find_member(Node& node, std::string_view key) {
    const auto found =
        std::find_if(node.members.begin(), node.members.end(), [&](const Member& member) {
            return member.key == key;
        });
    return found == node.members.end() ? nullptr : &*found;
}

}  // namespace

std::string Position::to_string() const {
    if (line == 0) {
        return source;
    }
    return source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string_view describe(Kind kind) noexcept {
    switch (kind) {
        case Kind::null: return "null";
        case Kind::boolean: return "true or false";
        case Kind::number: return "a number";
        case Kind::text: return "a text";
        case Kind::array: return "a list";
        case Kind::object: return "an object";
    }
    return "something else";
}

const Node* Node::find(std::string_view key) const noexcept {
    for (const Member& member : members) {
        if (member.key == key) {
            return &member.value;
        }
    }
    return nullptr;
}

Node make_object(Position where) {
    Node node;
    node.kind = Kind::object;
    node.where = std::move(where);
    return node;
}

Node make_text(Position where, std::string text) {
    Node node;
    node.kind = Kind::text;
    node.where = std::move(where);
    node.text = std::move(text);
    return node;
}

void put(Node& root, std::span<const std::string> path, Node value) {
    Node* at = &root;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (!at->is(Kind::object)) {
            *at = make_object(value.where);
        }
        Member* member = find_member(*at, path[i]);
        if (member == nullptr) {
            at->members.push_back({path[i], value.where, make_object(value.where)});
            member = &at->members.back();
        }
        member->where = i + 1 == path.size() ? value.where : member->where;
        at = &member->value;
    }
    *at = std::move(value);
}

Node merge(Node base, const Node& over) {
    if (!base.is(Kind::object) || !over.is(Kind::object)) {
        return over;
    }
    for (const Member& member : over.members) {
        Member* below = find_member(base, member.key);
        if (below == nullptr) {
            base.members.push_back(member);
            continue;
        }
        below->where = member.where;
        below->value = merge(std::move(below->value), member.value);
    }
    base.where = over.where;
    return base;
}

void Problems::error(const Position& where, std::string message) {
    Problem problem{where, db::redact(message)};
    const bool told = std::any_of(errors_.begin(), errors_.end(), [&](const Problem& other) {
        return other.message == problem.message && other.where.to_string() == where.to_string();
    });
    if (!told) {  // a key that several readers look at is wrong once
        errors_.push_back(std::move(problem));
    }
}

void Problems::warning(const Position& where, std::string message) {
    warnings_.push_back({where, db::redact(message)});
}

void Problems::drop_warnings(const std::vector<std::string>& messages) {
    std::erase_if(warnings_, [&](const Problem& warning) {
        return std::find(messages.begin(), messages.end(), warning.message) != messages.end();
    });
}

std::string Problems::error_text() const {
    std::vector<Problem> sorted = errors_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
        return a.where.source == b.where.source && a.where.line < b.where.line;
    });
    std::string text;
    for (const Problem& problem : sorted) {
        text += problem.where.to_string() + ": error: " + problem.message + "\n";
    }
    return text;
}

}  // namespace oltpsim::config
