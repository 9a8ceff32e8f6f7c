// Untrusted stores: a report, or a UserError that names the file.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.h"
#include "experiments/report/html.h"
#include "experiments/report/replay_section.h"
#include "experiments/store/store.h"
#include "experiments/summary/summary_text.h"
#include "tests/fuzz/fuzz_rules.h"
#include "tests/support/temporary_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tavlab;
  static const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "games.sqlite";
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  fuzz::expect_one_line_error([&] {
    Store store = Store::open_for_report(folder.path());
    const Summary summary = summarize(store);
    fuzz::require(!summary_json(summary).empty() && !summary_csv(summary).empty());
    fuzz::require(!summary_table(summary).empty() && !summary_markdown(summary).empty());
    fuzz::require(!report_html(summary, {{}, {}, replay_section(store, summary)}).empty());
  });
  for (const char* log : {"", "-wal", "-shm", "-journal"}) {
    std::filesystem::remove(file.string() + log);
  }
  return 0;
}
