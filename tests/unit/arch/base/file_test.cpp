// Owns the tests of whole-file access: refusals, gzip, atomic writes.
#include "arch/base/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>
#include <functional>

#include "arch/base/diagnostics.hpp"

namespace bspike::arch::base {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  FileTest() {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("file_") + std::to_string(::getpid()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  ~FileTest() override { fs::remove_all(folder_); }

  // What follows the file's name in the message.
  std::string error_of(const fs::path& file, const std::function<void()>& action) const {
    try {
      action();
    } catch (const ConfigError& error) {
      const std::string text = error.what();
      const std::string start = file.string() + ": ";
      return text.substr(0, start.size()) == start ? text.substr(start.size()) : text;
    }
    return "no error";
  }
  std::string read_error(const fs::path& file) const {
    return error_of(file, [&] { static_cast<void>(read_bytes(file)); });
  }
  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  static std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::string gzip(const std::string& text) const {
    const fs::path file = folder_ / "packed.gz";
    gzFile out = gzopen(file.c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    return text_of(read_stored_bytes(file));
  }
  fs::path folder_;
};

TEST_F(FileTest, ReadsBytesAsTheyAre) {
  const std::string bytes("a\0\r\n\xff", 5);
  EXPECT_EQ(text_of(read_stored_bytes(write("x.gz", bytes))), bytes);
  EXPECT_EQ(text_of(read_bytes(write("x", bytes))), bytes);
  EXPECT_EQ(read_text(write("x", "a\r\n\xff")), "a\r\n\xff");
  EXPECT_EQ(read_text(write("empty", "")), "");
}

TEST_F(FileTest, RefusesWhatIsNoFile) {
  EXPECT_EQ(read_error(folder_ / "absent"), "no such file");
  EXPECT_EQ(read_error(folder_), "is a directory, expected a file");
}

TEST_F(FileTest, RefusesBinaryDataAsText) {
  const fs::path file = write("x", std::string("a\nb\0c", 5));
  const std::string error =
      "found the byte 0x00, expected text\n"
      "  hint: is it the right file? it looks like binary data";
  EXPECT_EQ(error_of(file, [&] { static_cast<void>(read_text(file)); }),
            file.string() + ":2:2: " + error);
}

TEST_F(FileTest, RefusesTextThatIsTooLargeBeforeReadingIt) {
  const fs::path file = write("x", "");
  fs::resize_file(file, (std::uintmax_t{256} << 20) + 1);
  EXPECT_EQ(error_of(file, [&] { static_cast<void>(read_text(file)); }),
            "is larger than 256MiB, too large for a text file of ours\n"
            "  hint: is it the right file?");
}

TEST_F(FileTest, ExpandsGzip) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += static_cast<char>('a' + i % 23);
  EXPECT_EQ(text_of(read_bytes(write("t.gz", gzip(text)))), text);
  EXPECT_EQ(text_of(read_bytes(write("two.gz", gzip("one ") + gzip("two")))), "one two");
  EXPECT_EQ(text_of(read_bytes(write("none.gz", gzip("")))), "");
}

TEST_F(FileTest, RefusesDamagedGzip) {
  const std::string good = gzip("some text that is packed");
  EXPECT_EQ(read_error(write("plain.gz", "plain text")),
            "is not gzip data though its name ends in .gz");
  EXPECT_EQ(read_error(write("empty.gz", "")), "is not gzip data though its name ends in .gz");
  for (const std::size_t length : {std::size_t{2}, std::size_t{11}, good.size() - 1}) {
    EXPECT_EQ(read_error(write("cut.gz", good.substr(0, length))),
              "is gzip data that ends early\n  hint: the file is truncated; fetch it again");
  }
  std::string wrong = good;
  wrong[wrong.size() - 8] ^= 1;  // the checksum
  EXPECT_EQ(read_error(write("wrong.gz", wrong)),
            "is damaged gzip data\n  hint: fetch the file again");
  EXPECT_EQ(read_error(write("tail.gz", good + "rubbish")),
            "is damaged gzip data\n  hint: fetch the file again");
}

TEST_F(FileTest, WritesWholeFilesAndLeavesNothingElse) {
  const fs::path file = folder_ / "out.json";
  write_atomically(file, "first");
  write_atomically(file, "second");
  EXPECT_EQ(read_text(file), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(FileTest, GivesTheModeOfAnOrdinaryFile) {
  const mode_t before = ::umask(022);
  write_atomically(folder_ / "out", "x");
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat((folder_ / "out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_F(FileTest, SaysWhyItCannotWrite) {
  const fs::path file = folder_ / "no" / "out";
  EXPECT_EQ(error_of(file, [&] { write_atomically(file, "x"); }),
            "cannot be written: No such file or directory\n  hint: does the folder " +
                (folder_ / "no").string() + " exist, and may you write there?");
  fs::create_directories(folder_ / "is_folder" / "inside");
  const fs::path taken = folder_ / "is_folder";
  EXPECT_EQ(error_of(taken, [&] { write_atomically(taken, "x"); }),
            "cannot be written: Is a directory");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(FileTest, PipesAreRefusedWithoutWaiting) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_error(pipe), "is a pipe or a device, expected a file");
  EXPECT_EQ(error_of(pipe, [&] { write_atomically(pipe, std::string_view("x")); }),
            "is a pipe or a device, expected a file or a new name");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(FileTest, WritingThroughALinkKeepsTheLink) {
  const fs::path target = folder_ / "target";
  const fs::path link = folder_ / "link";
  write_atomically(target, std::string_view("old"));
  fs::create_symlink(target, link);
  write_atomically(link, std::string_view("new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_text(target), "new");
}

}  // namespace
}  // namespace bspike::arch::base
