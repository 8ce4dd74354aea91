// Libraries in C++: a folder is scanned, listed, noted and forgotten. Usage: library FOLDER SOUNDS.
#include "hosts.hpp"

#include <fstream>

static void check_items(const aha::Library &library, const std::string &sounds) {
  const aha_report_info report = library.scan({sounds}).wait();
  CHECK(report.added > 5 && report.added == library.size());
  aha_item_query query = aha_item_query_init();
  query.count = 3;
  std::int64_t count = 0;
  for (aha::Items page = library.list(query); page; page = page.next())
    for (const aha::Items::Item item : page) {
      CHECK(item.info().state == AHA_ITEM_PLAYABLE && !item.title().empty());
      count++;
    }
  CHECK(count == report.added - report.undecodable);
  const aha::Items first = library.list(query);
  const std::int64_t number = first[0].number();
  CHECK(library.find(first[0].place())[0].number() == number);
  CHECK(library.look(number)[0].title() == library.item(number)[0].title());
  for (aha_item_relation relation : {AHA_ITEMS_ANCESTORS, AHA_ITEMS_DESCENDANTS}) {
    aha_item_query kin = aha_item_query_init();
    kin.relation = relation;
    kin.item = number;
    CHECK(library.list(kin).size() == 0);
  }
  CHECK(library.add(first[0].place(), AHA_ORIGIN_FOLDER) == number);
  library.analyze(number).wait();
  library.note(AHA_ACTIVITY_PLAY, number, 60000);
  CHECK(library.item(number).info(0).plays == 1);
  library.forget(number);
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { library.item(number); }));
  library.restore(number);
  CHECK(library.item(number).info(0).plays == 1);
  library.forget(number);
}

static void check_watches(const aha::Library &library, const std::string &sounds) {
  library.start_watch({sounds});
  CHECK(library.watch().is_watching == 1);
  library.stop_watch();
  CHECK(library.watch().is_watching == 0);
}

static void check_pieces(const aha::Library &library) {
  aha::Piece piece;
  piece.set_text(AHA_PIECE_TITLE, "Rain");
  const std::int64_t number = library.add(piece, "https://band.example/rain/");
  const aha::Items items = library.item(number);
  CHECK(items[0].piece().text(AHA_PIECE_TITLE) == "Rain" &&
        items.info(0).origin == AHA_ORIGIN_PIECE);
  aha_item_query same = aha_item_query_init();
  same.relation = AHA_ITEMS_DUPLICATES;
  CHECK(library.list(same).size() == 0);
}

static void check_history(const aha::Library &library, const std::string &folder) {
  aha::HistoryCursor cursor;
  const std::int64_t today = cursor.place();
  CHECK(cursor.is_now() && cursor.move(-3) == -3 && cursor.zoom(1) == 1);
  CHECK(cursor.scale() == AHA_SCALE_WEEK && cursor.place(AHA_SCALE_DAY) == today - 3);
  CHECK(aha::HistoryCursor(cursor.kept()).label() == cursor.label());
  cursor.seek(0);
  CHECK(cursor.label() == "1970-W01");
  const auto buckets = library.history(AHA_SCALE_DAY, today - 1, today);
  CHECK(buckets.size() == 2 && buckets[1].plays == 1 && buckets[1].play_ms == 60000);
  CHECK(library.first(AHA_SCALE_DAY) == today && library.first(AHA_SCALE_MONTH) > 0);
  CHECK(library.history_json(AHA_SCALE_DAY, today, today).find("\"plays\": 1") !=
         std::string::npos);
  library.draw_history(folder + "/history.png", AHA_SCALE_DAY, today - 9, today);
  CHECK(std::ifstream(folder + "/history.png").good());
}

static void check_syncs(const aha::Library &library, const std::string &folder) {
  aha_client_options options = aha_client_options_init();
  options.application_id = "library";
  options.state_folder = folder.c_str();
  aha::Client client(options);
  const aha::Destination place = aha::Destination::folder(client, folder);
  CHECK(library.sync(place).wait().added == 0);
  aha::Piece piece;
  piece.set_text(AHA_PIECE_TITLE, "Rain");
  const aha::Drop drop(place, piece);
  CHECK(throws(AHA_ERROR_STATE, [&] { library.add(drop); }));
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { library.sync(client, "no url"); }));
  const std::string target = folder + "/fetched.wav";
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { library.fetch(client, 1 << 30, target); }));
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { library.fetch(client, place, 1 << 30, target); }));
}

int main(int, char **arguments) {
  const std::string folder = arguments[1];
  const aha::Library library(folder + "/songs.library");
  CHECK(library.path() == folder + "/songs.library" && library.size() == 0);
  check_items(library, arguments[2]);
  check_history(library, folder);
  check_watches(library, arguments[2]);
  check_pieces(library);
  check_syncs(library, folder);
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
