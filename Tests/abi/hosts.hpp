// Shared by the tests of the C++ header.
#ifndef HOSTS_HPP
#define HOSTS_HPP

#include <aha.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

static int checks, failures;

static int failed(int line, const char *condition) {
  return std::fprintf(stderr, "line %d: %s [%s]\n", line, condition, aha_last_error());
}

#define CHECK(condition) \
  (checks++, (condition) ? 0 : (failures++, failed(__LINE__, #condition)))

// Does the call throw an aha::Error with this code?
template <class Call> static bool throws(aha_result code, Call call) {
  try {
    call();
  } catch (const aha::Error &error) {
    return error.code() == code && std::strstr(error.what(), error.name()) && !error.line().empty();
  }
  return false;
}

[[maybe_unused]] static std::vector<float> tone(std::size_t frames) {
  std::vector<float> samples(frames * 2);
  for (std::size_t i = 0; i < frames; i++)
    samples[2 * i] = samples[2 * i + 1] = 0.5f * std::sin(0.0575958f * static_cast<float>(i));
  return samples;
}

#endif // HOSTS_HPP
