// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char **environ;

namespace assay {
namespace {

constexpr const char *usual_path = "/usr/local/bin:/usr/bin:/bin";

std::string explain_access(int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return "not found";
    case EACCES:
        return "not executable";
    default:
        return std::strerror(error);
    }
}

// What stands in the way of executing this file; empty when nothing is known to.
std::string check_file(int folder, const char *path) {
    struct stat status{};
    if (fstatat(folder, path, &status, 0) != 0)
        return explain_access(errno);
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (faccessat(folder, path, X_OK, 0) != 0)
        return explain_access(errno);
    return "";
}

} // namespace

Program::~Program() {
    if (folder_ >= 0)
        close(folder_);
}

std::string Program::prepare(Request &request) {
    if (request.arguments.empty())
        return "no command was given";
    if (auto problem = open_folder(request.cwd); !problem.empty())
        return problem;
    lay_out_environment(request);
    const char *name = request.arguments.front();
    request.arguments.push_back(nullptr);
    arguments_ = request.arguments.data();
    return find(name);
}

std::string Program::open_folder(const char *cwd) {
    if (cwd == nullptr || *cwd == '\0')
        return "";
    folder_ = open(cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder_ >= 0)
        return "";
    if (errno == ENOENT)
        return "working folder not found";
    if (errno == ENOTDIR)
        return "working folder is not a folder";
    return std::string("working folder: ") + std::strerror(errno);
}

std::string Program::find(const char *name) {
    if (std::strchr(name, '/') == nullptr)
        return search_path(name);
    path_ = name;
    return check_file(folder_ >= 0 ? folder_ : AT_FDCWD, name);
}

std::string Program::search_path(const char *name) {
    if (*name == '\0')
        return "not found";
    const char *given = variable("PATH");
    std::string_view rest = given != nullptr ? given : usual_path;
    std::string worst = "not found";
    for (bool more = true; more;) {
        const auto colon = rest.find(':');
        const auto folder = rest.substr(0, colon);
        path_ = folder.empty() ? "." : std::string(folder);
        path_ += '/';
        path_ += name;
        const auto problem = check_file(folder_ >= 0 ? folder_ : AT_FDCWD, path_.c_str());
        if (problem.empty())
            return "";
        if (problem == "not executable")
            worst = problem;
        more = colon != std::string_view::npos;
        if (more)
            rest = rest.substr(colon + 1);
    }
    return worst;
}

void Program::lay_out_environment(Request &request) {
    auto &list = request.environment;
    if (request.inherit) {
        for (char **entry = environ; *entry != nullptr; ++entry)
            list.push_back(*entry);
    }
    if (request.padding > 0) {
        padding_ = "ASSAY_PADDING=" + std::string(request.padding, 'x');
        list.push_back(padding_.data());
    }
    list.push_back(nullptr);
    environment_ = list.data();
}

const char *Program::variable(std::string_view name) const {
    for (char *const *entry = environment_; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (text.starts_with(name) && text.substr(name.size()).starts_with('='))
            return *entry + name.size() + 1;
    }
    return nullptr;
}

std::string explain_exec_failure(int error) {
    switch (error) {
    case ENOENT:
        return "its interpreter was not found";
    case EACCES:
        return "not executable";
    case ENOEXEC:
        return "not a program: neither a binary for this machine nor a script with #!";
    case E2BIG:
        return "arguments and environment are too long";
    case ETXTBSY:
        return "being written by another process";
    default:
        return std::strerror(error);
    }
}

} // namespace assay
