// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "conformance/runner/engine.h"
#include "conformance/runner/judge.h"
#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

class TranslatedEngine : public Engine {
 public:
  TranslatedEngine(std::unique_ptr<Engine> engine, std::string format)
      : engine_(std::move(engine)), format_(std::move(format)) {}
  std::string name() const override { return engine_->name(); }
  std::string version() const override { return engine_->version(); }
  bool is_own() const override { return false; }

  Answer Run(const Case& test) override {
    const bool is_text = test.source.is_null();
    const api::Program program = is_text ? api::Program::FromText(test.hlo) : ImportedProgram(test);
    if (!program.ok()) {
      // Other engines do not read the text in which the errors are.
      return is_text && !engine_->is_own() ? Without(Answer::Kind::kSkipped, "HLO text with errors")
                                           : engine_->Run(test);
    }
    const Result<std::string> bytes = Written(program);
    if (!bytes.ok()) return Without(Answer::Kind::kSkipped, bytes.error().message);
    const std::string fault = FaultOf(bytes.value(), program);
    if (!fault.empty()) return Without(Answer::Kind::kError, format_ + ": " + fault);
    Case translated = test;
    translated.options = nullptr;
    if (IsPrinted()) {
      translated.source = nullptr;
      translated.hlo = bytes.value();
    } else {
      SetSource(bytes.value(), format_ != "pb", translated);
      translated.needs.emplace_back(format_ == "pb" ? "hlo-proto" : "stablehlo");
    }
    return engine_->Run(translated);
  }

 private:
  bool IsPrinted() const { return format_ != "pb" && format_ != "stablehlo"; }
  Result<std::string> Written(const api::Program& program) const {
    if (IsPrinted()) return program.Print(format_);
    return program.Export(format_);
  }
  static Answer Without(Answer::Kind kind, std::string why) {
    Answer answer;
    answer.kind = kind;
    answer.message = std::move(why);
    return answer;
  }

  // Empty if the bytes are a valid program, and the same one in a form that loses nothing.
  std::string FaultOf(const std::string& bytes, const api::Program& program) const {
    const api::Program again = api::Program::FromFile(bytes);
    for (const api::Diagnostic& diagnostic : again.diagnostics()) {
      if (diagnostic.IsError()) return diagnostic.message + "\n" + again.source();
    }
    if (format_ == "stablehlo") return "";
    const bool is_same = again.Print("hlo") == program.Print("hlo");
    return is_same ? "" : "another program\n" + program.Print("hlo") + again.Print("hlo");
  }

  std::unique_ptr<Engine> engine_;
  std::string format_;
};

}  // namespace

std::unique_ptr<Engine> MakeTranslatedEngine(std::unique_ptr<Engine> engine, std::string format) {
  return std::make_unique<TranslatedEngine>(std::move(engine), std::move(format));
}

}  // namespace hlo::conform
