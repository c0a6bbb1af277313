// SPDX-License-Identifier: Apache-2.0
// A separate module: `hlo` starts without MPI and loads this file for --mpi.
#include "native/mpi_transport.h"

#include <mpi.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

namespace hlo::cli {
namespace {

// MPI counts bytes as int, so a long message is sent in parts. Those of one sender arrive in order.
constexpr size_t kPartBytes = size_t{1} << 30;
enum Tag : int { kLastPart = 0, kMoreParts = 1 };

class MpiTransport : public api::Transport {
 public:
  explicit MpiTransport(MPI_Comm processes) : processes_(processes) {
    MPI_Comm_rank(processes_, &rank_);
    MPI_Comm_size(processes_, &size_);
  }
  ~MpiTransport() override {
    for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&processes_);
  }

  int64_t rank() const override { return rank_; }
  int64_t size() const override { return size_; }

  void Send(int64_t to, std::vector<uint8_t> message) override {
    const auto whole = std::make_shared<const std::vector<uint8_t>>(std::move(message));
    size_t at = 0;
    do {
      const size_t bytes = std::min(kPartBytes, whole->size() - at);
      const bool is_last = at + bytes == whole->size();
      Sending& sending = sending_.emplace_back();
      sending.message = whole;
      MPI_Isend(whole->data() + at, static_cast<int>(bytes), MPI_BYTE, static_cast<int>(to),
                is_last ? kLastPart : kMoreParts, processes_, &sending.request);
      at += bytes;
    } while (at < whole->size());
    ForgetSent();
  }

  std::vector<uint8_t> Receive() override {
    std::vector<uint8_t> message;
    MPI_Status status;
    int source = MPI_ANY_SOURCE;
    do {
      MPI_Message handle;
      MPI_Mprobe(source, MPI_ANY_TAG, processes_, &handle, &status);
      source = status.MPI_SOURCE;
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      const size_t at = message.size();
      message.resize(at + static_cast<size_t>(bytes));
      MPI_Mrecv(message.data() + at, bytes, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
    } while (status.MPI_TAG == kMoreParts);
    ForgetSent();
    return message;
  }

 private:
  struct Sending {
    std::shared_ptr<const std::vector<uint8_t>> message;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void ForgetSent() {
    for (int done = 1; !sending_.empty();) {
      MPI_Test(&sending_.front().request, &done, MPI_STATUS_IGNORE);
      if (done == 0) return;
      sending_.pop_front();
    }
  }

  MPI_Comm processes_;
  int rank_ = 0;
  int size_ = 1;
  std::deque<Sending> sending_;  // in order
};

class OpenedMpi : public MpiProcesses {
 public:
  OpenedMpi() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~OpenedMpi() override { MPI_Finalize(); }

  int64_t rank() const override { return rank_; }
  int64_t size() const override { return size_; }

  std::unique_ptr<api::Transport> First(int64_t count) override {
    MPI_Comm first = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank_ < count ? 0 : MPI_UNDEFINED, rank_, &first);
    if (first == MPI_COMM_NULL) return nullptr;
    return std::make_unique<MpiTransport>(first);
  }

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace

}  // namespace hlo::cli

extern "C" hlo::cli::MpiProcesses* HloStartMpi() {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return nullptr;
  return new hlo::cli::OpenedMpi();
}
