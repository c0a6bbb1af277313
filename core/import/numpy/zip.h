// SPDX-License-Identifier: Apache-2.0
// Zip archives, as far as those of NumPy need it (APPNOTE 6.3.10).
#ifndef HLO_CORE_IMPORT_NUMPY_ZIP_H_
#define HLO_CORE_IMPORT_NUMPY_ZIP_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace hlo::numpy {

struct ZipFile {
  std::string name;
  std::string content;
};

// The files of an archive (zip64 included), in the order of its directory. Errors: I18 (damaged,
// compressed in another way than by deflate or without zlib in the build, more than `most` bytes in
// all).
Result<std::vector<ZipFile>> ReadZip(std::string_view archive, size_t most);

// An archive of the files, not compressed and without dates. Errors: R02 (4 GiB or more, or more
// than 65535 files).
Result<std::string> WriteZip(const std::vector<ZipFile>& files);

}  // namespace hlo::numpy

#endif  // HLO_CORE_IMPORT_NUMPY_ZIP_H_
