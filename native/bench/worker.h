// SPDX-License-Identifier: Apache-2.0
// What every native program that measures shares: it obeys scripts/bench_engines.py, which lets
// several such programs take turns, so that all engines see the same state of the machine.
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

// One row of the table, as named in scripts/bench_work.py.
struct Request {
  std::string key;      // "add", "matmul"
  int64_t n = 0;        // its size: elements, rows or the side of a matrix
  std::string program;  // file with the HLO text
  std::vector<Input> inputs;
};

// A row made ready to run. Without `run` the engine does not have it, or failed: see `why`.
struct Work {
  std::function<void()> run;
  // Element `index` of the last result, row-major in the shape that the HLO program gives.
  std::function<double(int64_t index)> peek;
  std::string note;        // how it is done, if that is not obvious
  std::string why;         // why there is no `run`
  int64_t peak_bytes = 0;  // most memory of values at a time, if known
};

// Numbers in memory that is aligned for any instruction set; copies share it.
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

// The beginning of a file; aborts the program when it is not there.
void ReadBytes(const Input& input, void* to);

template <class T>
Buffer<T> Read(const Input& input) {
  Buffer<T> buffer(input.bytes / sizeof(T));
  ReadBytes(input, buffer.data());
  return buffer;
}

// Answers commands from standard input, one JSON line each, until it ends:
//   open KEY N PROGRAM PATH:BYTES...  makes a row ready
//   time COUNT MILLISECONDS           at least COUNT samples for at least MILLISECONDS
//   peek INDEX...                     elements of the result
//   close                             forgets the row
int Serve(const std::function<Work(const Request&)>& open);

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_WORKER_H_
