// SPDX-License-Identifier: Apache-2.0
#include "native/bench/worker.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>

namespace hlo::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The minimum duration of a sample. Short work is repeated within a sample, so that the time to
// read the clock is negligible.
constexpr double kShortestSampleMs = 0.5;
constexpr double kSlowMs = 1000;
constexpr double kLongestCommandMs = 30'000;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

Request ReadRequest(std::istringstream& words) {
  Request request;
  words >> request.key >> request.n >> request.program;
  for (std::string word; words >> word;) {
    const size_t colon = word.rfind(':');
    request.inputs.push_back({word.substr(0, colon), std::stoul(word.substr(colon + 1))});
  }
  return request;
}

// Nanoseconds per run, one number per sample. The first run is not measured: the caches have the
// data of another engine. It determines the number of repetitions. Slow work runs only once.
std::vector<double> Measure(const Work& work, size_t count, double milliseconds) {
  Clock::time_point start = Clock::now();
  work.run();
  const double first = MillisecondsSince(start);
  if (first > kSlowMs) return {first * 1e6};
  const int repeats =
      std::max(1, static_cast<int>(kShortestSampleMs / std::max(first, kShortestSampleMs / 1e4)));
  std::vector<double> samples;
  start = Clock::now();
  for (double spent = 0; samples.empty() || ((samples.size() < count || spent < milliseconds) &&
                                             spent < kLongestCommandMs);
       spent = MillisecondsSince(start)) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < repeats; ++i) work.run();
    samples.push_back(MillisecondsSince(begin) * 1e6 / repeats);
  }
  return samples;
}

std::string OpenReply(const Work& work) {
  if (!work.run) return "{\"ok\":false,\"why\":" + Quoted(work.why) + "}";
  return "{\"ok\":true,\"note\":" + Quoted(work.note) +
         ",\"peak_bytes\":" + std::to_string(work.peak_bytes) + "}";
}

std::string List(const std::vector<double>& numbers, const char* format) {
  std::string out = "[";
  char text[40];
  for (double number : numbers) {
    std::snprintf(text, sizeof(text), format, number);
    out += (out.size() > 1 ? "," : "") + std::string(text);
  }
  return out + "]";
}

}  // namespace

void ReadBytes(const Input& input, void* to) {
  std::FILE* file = std::fopen(input.path.c_str(), "rb");
  if (file == nullptr || std::fread(to, 1, input.bytes, file) != input.bytes) {
    std::fprintf(stderr, "cannot read %zu bytes of %s\n", input.bytes, input.path.c_str());
    std::exit(1);
  }
  std::fclose(file);
}

int Serve(const std::function<Work(const Request&)>& open) {
  Work work;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    std::string reply = "{}";
    if (command == "open") {
      work = {};
      work = open(ReadRequest(words));
      reply = OpenReply(work);
    } else if (command == "time") {
      size_t count = 0;
      double milliseconds = 0;
      words >> count >> milliseconds;
      reply = "{\"ns\":" + List(Measure(work, count, milliseconds), "%.1f") + "}";
    } else if (command == "peek") {
      std::vector<double> numbers;
      work.run();
      for (int64_t index; words >> index;) numbers.push_back(work.peek(index));
      reply = "{\"values\":" + List(numbers, "%.17g") + "}";
    } else if (command == "close") {
      work = {};
    }
    std::cout << reply << std::endl;
  }
  return 0;
}

}  // namespace hlo::bench
