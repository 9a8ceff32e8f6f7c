#include "serve/http/secrets.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "core/error.h"
#include "core/io/files.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kTokenSize = 32;

/// An open file, closed at the end.
class File {
 public:
  File(const std::filesystem::path& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)) {}
  ~File() {
    if (is_open()) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// The token in the file, if it is one and only this user can read it.
std::optional<std::string> token_in(const std::filesystem::path& path) {
  const File file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!file.is_open() || ::fstat(file.descriptor(), &status) != 0) return std::nullopt;
  const bool private_file = S_ISREG(status.st_mode) && status.st_uid == ::getuid() &&
                            (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  if (!private_file || status.st_size != kTokenSize) return std::nullopt;
  std::string token(kTokenSize, '\0');
  const ssize_t size = ::read(file.descriptor(), token.data(), token.size());
  if (size != static_cast<ssize_t>(token.size())) return std::nullopt;
  if (token.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
  return token;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes;
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string kept_token(const std::filesystem::path& path) {
  if (std::optional<std::string> token = token_in(path)) return *token;
  make_folder(parent_folder(path));
  ::unlink(path.c_str());
  std::string token = random_token();
  const File file(path, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open() || ::write(file.descriptor(), token.data(), token.size()) !=
                             static_cast<ssize_t>(token.size())) {
    throw UserError(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  }
  return token;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

}  // namespace tavlab::serve
