// SPDX-License-Identifier: Apache-2.0
// Shared code of the native benchmark workers. scripts/bench_engines.py drives them and alternates
// between engines, so that all engines run in the same state of the machine.
#ifndef HLO_NATIVE_BENCH_WORKER_H_
#define HLO_NATIVE_BENCH_WORKER_H_

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hlo::bench {

struct Input {
  std::string path;
  size_t bytes = 0;  // to read from the beginning of the file
};

// One row of the table (scripts/bench_work.py).
struct Request {
  std::string key;      // "add", "matmul"
  int64_t n = 0;        // size: elements, rows, or the side of a matrix
  std::string program;  // file with the HLO text
  std::vector<Input> inputs;
};

// A prepared row. No `run` if the engine does not support the row or failed; `why` has the reason.
struct Work {
  std::function<void()> run;
  // Element `index` of the last result, row-major in the result shape of the HLO program.
  std::function<double(int64_t index)> peek;
  std::string note;        // the method, if not obvious
  std::string why;         // why there is no `run`
  int64_t peak_bytes = 0;  // peak memory of values, if known
};

// Numbers in memory aligned for every instruction set; copies share the memory.
template <class T>
class Buffer {
 public:
  explicit Buffer(size_t count)
      : data_(static_cast<T*>(std::aligned_alloc(64, (count * sizeof(T) / 64 + 2) * 64)),
              std::free),
        size_(count) {}
  T* data() const { return data_.get(); }
  size_t size() const { return size_; }
  T& operator[](size_t i) const { return data_.get()[i]; }
  std::shared_ptr<const void> shared() const { return data_; }

 private:
  std::shared_ptr<T> data_;
  size_t size_ = 0;
};

// Reads the beginning of a file; aborts on failure.
void ReadBytes(const Input& input, void* to);

template <class T>
Buffer<T> Read(const Input& input) {
  Buffer<T> buffer(input.bytes / sizeof(T));
  ReadBytes(input, buffer.data());
  return buffer;
}

// Answers commands from standard input, one JSON line each, until end of input:
//   open KEY N PROGRAM PATH:BYTES...  prepares a row
//   time COUNT MILLISECONDS           takes at least COUNT samples, for at least MILLISECONDS
//   peek INDEX...                     returns elements of the result
//   close                             releases the row
int Serve(const std::function<Work(const Request&)>& open);

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_WORKER_H_
