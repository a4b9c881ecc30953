// Tests files that appear whole or not at all, alone and together, on disks with and without room.
#include "arch/base/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "arch/base/file.hpp"

namespace bspike::arch::base {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest()
      : folder_(fs::path(testing::TempDir()) / ("bspike-atomic-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path place(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static void put(AtomicFile& file, const std::string& text) {
    file.write(std::as_bytes(std::span(text)));
  }

 private:
  fs::path folder_;
};

// A disk that holds no file larger than this; the kernel's signal for it would end the process.
class SmallFilesOnly {
 public:
  explicit SmallFilesOnly(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFilesOnly() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFilesOnly(const SmallFilesOnly&) = delete;
  SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(AtomicFileTest, AppearsWithItsCommit) {
  AtomicFile file(place("a"));
  put(file, "one, ");
  put(file, "two");
  EXPECT_FALSE(fs::exists(place("a")));
  file.commit();
  EXPECT_EQ(read_text(place("a")), "one, two");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutIt) {
  write_atomically(place("a"), "earlier");
  {
    AtomicFile file(place("a"));
    put(file, "later");
    file.sync();
  }
  EXPECT_EQ(read_text(place("a")), "earlier");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, NoRoomIsAnOutputErrorAndKeepsTheEarlierFile) {
  write_atomically(place("a"), "earlier");
  {
    const SmallFilesOnly limit(100);
    AtomicFile file(place("a"));
    EXPECT_THROW(put(file, std::string(101, 'x')), OutputError);
  }
  EXPECT_EQ(read_text(place("a")), "earlier");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, APlaceThatIsMissingIsWrongUse) {
  try {
    const AtomicFile file(place("nowhere") / "a");
    FAIL();
  } catch (const OutputError&) {
    FAIL() << "nothing is full";
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos);
  }
}

TEST_F(AtomicFileTest, FilesOfOneResultAppearTogetherOrNotAtAll) {
  const NamedText earlier[] = {{place("a"), "a1"}, {place("b"), "b1"}};
  write_together(earlier);
  {
    const SmallFilesOnly limit(100);
    const NamedText later[] = {{place("a"), "a2"}, {place("b"), std::string(101, 'x')}};
    EXPECT_THROW(write_together(later), OutputError);
  }
  EXPECT_EQ(read_text(place("a")), "a1");
  EXPECT_EQ(read_text(place("b")), "b1");
  EXPECT_EQ(files(), 2u);
}

}  // namespace
}  // namespace bspike::arch::base
