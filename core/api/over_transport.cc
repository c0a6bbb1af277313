// SPDX-License-Identifier: Apache-2.0
// In a file of its own, so that a program without a transport, such as the page, links none of it.
#include "core/engine/device/remote_run.h"
#include "hlo/hlo.h"

namespace hlo::api {

std::shared_ptr<const DeviceRunner> OverTransport(Transport& transport) {
  return std::make_shared<const RemoteRunner>(transport);
}

}  // namespace hlo::api
