// SPDX-License-Identifier: Apache-2.0
// `hlo conform --through pb` sends every vector through; here is what they do not have.
#include "core/import/proto/module_writer.h"

#include "core/import/proto/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

// The canonical text of a program, which must be the same after it was written and read.
std::string Through(std::string_view text) {
  const ParsedModule parsed = ParseModule(text);
  if (!parsed.ok()) {
    ADD_FAILURE() << parsed.diagnostics[0].message << "\n" << text;
    return "";
  }
  std::string canonical = PrintModule(*parsed.module);
  const Result<std::string> written = WriteModule(*parsed.module);
  EXPECT_TRUE(written.ok());
  if (!written.ok()) return "";
  EXPECT_EQ(Canonical(written.value()), canonical);
  return canonical;
}

TEST(ProtoWriter, TheHeaderComesBack) {
  Through(
      "HloModule m, is_scheduled=true, input_output_alias={ {0}: (1, {}, must-alias) }, "
      "buffer_donor={ (0, {}) }, alias_passthrough_params=true, "
      "entry_computation_layout={(f32[2,3]{0,1}, f32[2]{0})->(f32[2]{0}, f32[2,3]{0,1})}, "
      "allow_spmd_sharding_propagation_to_output={true,false}, replica_count=2, num_partitions=3, "
      "frontend_attributes={a=\"b\",c={d=1}}\n\nFileNames\n1 \"a.py\"\n\nFunctionNames\n1 \"f\"\n\n"
      "FileLocations\n1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=1 "
      "end_column=9}\n\nStackFrames\n1 {file_location_id=1 parent_frame_id=0}\n\n"
      "ENTRY e {\n  x = f32[2,3]{0,1} parameter(0)\n  y = f32[2] parameter(1)\n"
      "  ROOT t = (f32[2], f32[2,3]{0,1}) tuple(y, x)\n}\n");
}

TEST(ProtoWriter, ShardingsComeBack) {
  for (const std::string_view sharding :
       {"{replicated}", "{maximal device=1}", "{manual}", "{devices=[2,2]0,1,2,3}",
        "{devices=[2,2]<=[2,2]T(1,0)}", "{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
        "{devices=[2,1,2]<=[4] last_tile_dims={manual}}", "{replicated shard_as 1}",
        "{mesh[a=2,b=4], [{a}, {b:(2)2, ?}]}", "{replicated metadata={op_name=\"x\"}}"}) {
    const std::string text = Through(
        "ENTRY e {\n  ROOT x = f32[4,4] parameter(0), sharding=" + std::string(sharding) + "\n}\n");
    EXPECT_NE(text.find(sharding), std::string::npos) << text;
  }
}

TEST(ProtoWriter, AttributesThatMessagesDoNotHaveComeBack) {
  Through(
      "ENTRY e {\n  x = f32[2,2] parameter(0), origin={{\"v\"}}, "
      "statistics={visualizing_index=0,a=1.5,b=2}\n"
      "  a = f32[2,2] exponential(x), result_accuracy={tolerance={atol=1,rtol=0.5,ulps=2}}\n"
      "  ROOT c = f32[2,2] custom-call(a), custom_call_target=\"f\", literal=s32[2]{0} {1, 2}, "
      "operand_layout_constraints={f32[2,2]{0,1}}, output_to_operand_aliasing={{}: (0, {})}, "
      "api_version=API_VERSION_TYPED_FFI, backend_config=\"a\\n\"\n}\n");
}

TEST(ProtoWriter, DeepAndWideTuplesComeBack) {
  std::string deep = "f32[]", wide = "f32[]";
  for (int i = 0; i < 150; ++i) deep = "(" + deep + ")";
  for (int i = 0; i < 120000; ++i) wide += ",f32[]";
  Through("ENTRY e {\n  ROOT x = " + deep + " parameter(0)\n}\n");
  Through("ENTRY e {\n  ROOT x = (" + wide + ") parameter(0)\n}\n");
}

TEST(ProtoWriter, TypesWithoutNumberAreRefused) {
  const ParsedModule parsed = ParseModule("ENTRY e {\n  ROOT x = f6e2m3fn[2] parameter(0)\n}\n");
  const Result<std::string> written = WriteModule(*parsed.module);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, "I07");
}

}  // namespace
}  // namespace hlo::proto
