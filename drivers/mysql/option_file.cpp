// See option_file.hpp.
#include "drivers/mysql/option_file.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace oltpsim::drivers::mysql {
namespace {

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Value of an option: quotes around it go, escapes are replaced, an unquoted # starts a comment.
std::string value_of(std::string_view text) {
    text = trim(text);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
        text.back() == text.front()) {
        text = text.substr(1, text.size() - 2);
    } else {
        text = trim(text.substr(0, text.find(" #")));
    }
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out.push_back(text[i]);
            continue;
        }
        switch (text[++i]) {
            case 'b': out.push_back('\b'); break;
            case 't': out.push_back('\t'); break;
            case 'n': out.push_back('\n'); break;
            case 'r': out.push_back('\r'); break;
            case 's': out.push_back(' '); break;
            case '\\':
            case '"':
            case '\'': out.push_back(text[i]); break;
            default: out.append({'\\', text[i]}); break;
        }
    }
    return out;
}

}  // namespace

db::Secret password_in(std::string_view option_file) {
    db::Secret found;
    bool in_group = false;
    while (!option_file.empty()) {
        const auto end = option_file.find('\n');
        const std::string_view line = trim(option_file.substr(0, end));
        option_file =
            end == std::string_view::npos ? std::string_view() : option_file.substr(end + 1);
        if (line.empty() || line.front() == '#' || line.front() == ';' || line.front() == '!') {
            continue;
        }
        if (line.front() == '[') {
            in_group = line == "[client]" || line == "[oltpsim]";
            continue;
        }
        const auto equals = line.find('=');
        if (in_group && equals != std::string_view::npos &&
            trim(line.substr(0, equals)) == "password") {
            found = db::Secret(value_of(line.substr(equals + 1)));
        }
    }
    return found;
}

db::Secret password_of_user() {
    const char* home = std::getenv("HOME");
    if (home == nullptr) {
        return {};
    }
    const std::string path = std::string(home) + "/.my.cnf";
    struct stat about{};
    if (::stat(path.c_str(), &about) != 0 || (about.st_mode & S_IWOTH) != 0) {
        return {};
    }
    std::ifstream file(path);
    const std::string content(
        (std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()
    );
    return password_in(content);
}

}  // namespace oltpsim::drivers::mysql
