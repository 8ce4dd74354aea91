// 09_library: scans a folder into a library, lists playable items that match words, and shows the
// history of the last weeks.
//   c++ -std=c++17 09_library.cpp $(pkg-config --cflags --libs aha) -o 09_library
//   ./09_library LIBRARY FOLDER [WORDS]
#include <aha.hpp>

#include <iostream>

static void run(const std::string &path, const std::string &folder, const std::string &words) {
  aha::Library library(path);
  const aha_report_info report = library.scan(aha::ScanOptions().roots({folder})).wait().info();
  std::cout << report.added << " new, " << report.unchanged << " as they were\n";

  const auto query = aha::ItemQuery().text(words).order(aha::ItemOrder::title);
  std::int64_t first = 0;
  for (aha::Items page = library.list(query); page; page = page.next())
    for (const aha::Items::Item item : page) {
      if (first == 0) first = item.number();
      std::cout << item.number() << "  " << item.title() << '\n';
    }
  if (first) library.note(AHA_ACTIVITY_PLAY, first, 90000);

  aha::HistoryCursor cursor;
  cursor.zoom(1);
  for (const aha_history_bucket &week :
       library.history(cursor.scale(), cursor.place() - 3, cursor.place()))
    std::cout << aha::time_label(cursor.scale(), week.number) << ": " << week.plays << " plays\n";
}

int main(int count, char **arguments) {
  if (count < 3) {
    std::cerr << "usage: 09_library LIBRARY FOLDER [WORDS]\n";
    return 1;
  }
  try {
    run(arguments[1], arguments[2], count > 3 ? arguments[3] : "");
  } catch (const aha::Error &error) {
    std::cerr << "09_library: " << error.what() << '\n';
    return 1;
  }
}
