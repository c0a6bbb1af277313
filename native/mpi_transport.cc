// SPDX-License-Identifier: Apache-2.0
// A separate module: `hlo` starts without MPI and loads this file for --mpi.
#include "native/mpi_transport.h"

#include <mpi.h>

#include <deque>
#include <utility>

namespace hlo::cli {
namespace {

// Messages of up to 2 GiB, the size of the largest array.
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
    Sending& sending = sending_.emplace_back();
    sending.message = std::move(message);
    MPI_Isend(sending.message.data(), static_cast<int>(sending.message.size()), MPI_BYTE,
              static_cast<int>(to), 0, processes_, &sending.request);
    ForgetSent();
  }

  std::vector<uint8_t> Receive() override {
    MPI_Status status;
    MPI_Message handle;
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, processes_, &handle, &status);
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::vector<uint8_t> message(static_cast<size_t>(size));
    MPI_Mrecv(message.data(), size, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
    ForgetSent();
    return message;
  }

 private:
  struct Sending {
    std::vector<uint8_t> message;
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
