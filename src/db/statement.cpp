// Files of named statements: reading, checking, filling in marks. Knows no vendor; dialects differ in the files only.
#include "db/statement.hpp"

#include "core/embedded.hpp"
#include "db/sql_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace oltpsim::db {
namespace {

DbError bad_file(std::string_view path, std::size_t line, std::string_view what) {
    DbError error;
    error.cls = ErrorClass::bad_argument;
    error.operation = "read SQL file";
    error.message = fmt::format("{}:{}: {}", path, line, what);
    return error;
}

std::optional<ColumnType> column_type(std::string_view word) {
    constexpr std::pair<std::string_view, ColumnType> kTypes[] = {
        {"int32", ColumnType::int32},
        {"int64", ColumnType::int64},
        {"float64", ColumnType::float64},
        {"text", ColumnType::text},
        {"fixed_char", ColumnType::fixed_char},
        {"decimal", ColumnType::decimal},
        {"timestamp", ColumnType::timestamp},
    };
    for (const auto& [name, type] : kTypes) {
        if (name == word) {
            return type;
        }
    }
    return std::nullopt;
}

std::optional<bool> yes_or_no(std::string_view word) {
    if (word == "yes" || word == "no") {
        return word == "yes";
    }
    return std::nullopt;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(" \t,", at)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(" \t,", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

/// Applies one `-- key: value` line to the block. "" when it is fine or a plain comment, else what is wrong.
std::string apply_directive(Statement& block, const SqlDirective& line) {
    const std::vector<std::string_view> words = words_of(line.value);
    if (line.key == "params") {
        for (const std::string_view word : words) {
            const auto type = column_type(word);
            if (!type) {
                return fmt::format(
                    "unknown parameter type '{}' (int32, int64, float64, text, fixed_char, "
                    "decimal, timestamp)",
                    word
                );
            }
            block.params.push_back(*type);
        }
        return {};
    }
    const std::string_view word = words.size() == 1 ? words.front() : std::string_view{};
    if (line.key == "rows") {
        if (word != "none" && word != "count" && word != "keep") {
            return "rows must be none, count or keep";
        }
        block.rows = word == "none" ? RowUse::none : word == "count" ? RowUse::count : RowUse::keep;
        return {};
    }
    if (line.key == "prepare" || line.key == "writes") {
        const auto answer = yes_or_no(word);
        if (!answer) {
            return fmt::format("{} must be yes or no", line.key);
        }
        (line.key == "prepare" ? block.prepare : block.writes) = *answer;
        return {};
    }
    return {};
}

/// Collects blocks line by line; keeps the first problem.
class BlockReader {
public:
    void take_line(std::size_t number, std::string_view line) {
        number_ = number;
        if (line.find('\0') != std::string_view::npos) {
            return fail(number, "a NUL byte: this is no text file");
        }
        const auto directive = parse_directive(line);
        if (directive && directive->key == "name") {
            finish();
            return start(directive->value);
        }
        if (directive && !blocks.empty() && body_.empty()) {
            return take_directive(*directive);
        }
        const std::string text = without_comment(line);
        if (text.empty()) {
            return;
        }
        if (blocks.empty()) {
            return fail(number, "SQL text before the first '-- name:' line");
        }
        body_ += text;
        body_ += '\n';
    }

    /// Closes the open block.
    void finish() {
        if (blocks.empty()) {
            return;
        }
        Statement& block = blocks.back();
        block.sql = trim_sql(body_);
        body_.clear();
        if (block.sql.empty()) {
            fail(lines.back(), fmt::format("'{}' has no SQL text", block.name));
        } else if (holds_several_statements(block.sql)) {
            fail(
                lines.back(),
                fmt::format(
                    "'{}' holds more than one statement; give each its own name", block.name
                )
            );
        }
        if (!writes_given_) {
            block.writes = changes_rows(block.sql);
        }
        writes_given_ = false;
    }

    std::vector<Statement> blocks;
    std::vector<std::uint32_t> lines;
    std::string problem;
    std::size_t problem_line = 0;

private:
    void start(const std::string& name) {
        if (!is_statement_name(name)) {
            return fail(number_, "a name is letters, digits and '_'");
        }
        const bool twice = std::any_of(blocks.begin(), blocks.end(), [&](const Statement& one) {
            return one.name == name;
        });
        if (twice) {
            return fail(number_, fmt::format("'{}' is defined twice", name));
        }
        blocks.emplace_back().name = name;
        lines.push_back(static_cast<std::uint32_t>(number_));
    }

    void take_directive(const SqlDirective& directive) {
        writes_given_ = writes_given_ || directive.key == "writes";
        std::string wrong = apply_directive(blocks.back(), directive);
        if (!directive.near.empty()) {
            wrong =
                fmt::format("unknown key '{}'; did you mean '{}'?", directive.key, directive.near);
        }
        if (!wrong.empty()) {
            fail(number_, std::move(wrong));
        }
    }

    void fail(std::size_t line, std::string what) {
        if (problem.empty()) {
            problem = std::move(what);
            problem_line = line;
        }
    }

    std::string body_;
    std::size_t number_ = 0;
    bool writes_given_ = false;
};

DbError no_such_schema(std::string_view workload, std::string_view dialect, std::string_view file) {
    std::set<std::string> dialects;
    const std::string folder = fmt::format("schemas/{}/", workload);
    for (const EmbeddedFile& one : embedded_files()) {
        if (one.path.starts_with(folder)) {
            const std::string_view rest = one.path.substr(folder.size());
            if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
                dialects.emplace(rest.substr(0, slash));
            }
        }
    }
    DbError error;
    error.cls = ErrorClass::unsupported;
    error.operation = "read SQL file";
    error.message =
        dialects.contains(std::string(dialect))
            ? fmt::format("there is no schemas/{}/{}/{}", workload, dialect, file)
            : fmt::format(
                  "workload {} has no SQL for dialect {} (it has: {})",
                  workload,
                  dialect,
                  dialects.empty() ? "none" : fmt::format("{}", fmt::join(dialects, ", "))
              );
    return error;
}

}  // namespace

std::uint32_t StatementSet::add(Statement statement) {
    const auto id = static_cast<std::uint32_t>(statements_.size());
    statement.id = id;
    statements_.push_back(std::move(statement));
    return id;
}

Result<SqlFile> SqlFile::parse(std::string_view path, std::string_view content) {
    BlockReader reader;
    for_each_line(content, [&](std::size_t number, std::string_view line) {
        reader.take_line(number, line);
    });
    reader.finish();
    if (!reader.problem.empty()) {
        return bad_file(path, reader.problem_line, reader.problem);
    }
    SqlFile file;
    file.path_ = path;
    file.blocks_ = std::move(reader.blocks);
    file.lines_ = std::move(reader.lines);
    return file;
}

Result<SqlFile> SqlFile::load(
    std::string_view workload,
    std::string_view dialect,
    std::string_view file,
    const std::string& override_dir
) {
    const std::string below = fmt::format("{}/{}/{}", workload, dialect, file);
    if (!override_dir.empty()) {
        const std::string path = override_dir + "/" + below;
        std::ifstream in(path, std::ios::binary);
        if (in) {
            const std::string content{
                std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()
            };
            return parse(path, content);
        }
    }
    const std::string path = "schemas/" + below;
    const auto files = embedded_files();
    const auto found = std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& one) {
        return one.path == path;
    });
    if (found == files.end()) {
        return no_such_schema(workload, dialect, file);
    }
    return parse(path, found->content);
}

bool SqlFile::contains(std::string_view name) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const Statement& one) {
        return one.name == name;
    });
}

Result<Statement> SqlFile::expand(
    std::string_view name, const std::map<std::string, std::string>& marks
) const {
    DbError error;
    error.cls = ErrorClass::schema_mismatch;
    error.operation = "expand SQL";
    const auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const Statement& one) {
        return one.name == name;
    });
    if (found == blocks_.end()) {
        error.message = fmt::format("{}: no statement is named '{}'", path_, name);
        return error;
    }
    const auto line = lines_[static_cast<std::size_t>(found - blocks_.begin())];
    Statement statement = *found;
    std::string missing;
    statement.sql = fill_marks(found->sql, marks, missing);
    if (!missing.empty()) {
        error.message =
            fmt::format("{}:{}: '{}' needs a value for {{{}}}", path_, line, name, missing);
        return error;
    }
    const std::size_t placeholders = count_placeholders(statement.sql);
    if (!statement.params.empty() && placeholders != statement.params.size()) {
        error.message = fmt::format(
            "{}:{}: '{}' has {} placeholders but declares {} params",
            path_,
            line,
            name,
            placeholders,
            statement.params.size()
        );
        return error;
    }
    return statement;
}

std::vector<std::string> SqlFile::names() const {
    std::vector<std::string> all;
    all.reserve(blocks_.size());
    for (const Statement& one : blocks_) {
        all.push_back(one.name);
    }
    return all;
}

}  // namespace oltpsim::db
