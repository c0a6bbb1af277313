// SPDX-License-Identifier: Apache-2.0
// The WebAssembly module of HLO Playground. Build output: hlo.mjs + hlo.wasm, optimized for size, and
// hlo-full.mjs + hlo-full.wasm, for speed (ES modules for pages, workers, and Node; in Node pass
// `wasmBinary`). With threads: hlo-threads.mjs + hlo-threads.wasm, and hlo-threads.worker.js from
// Emscripten before 3.1.58 (for workers of isolated pages; wasm/threads_in_node.mjs shows its use in
// Node). Functions take strings and return JSON strings and typed arrays; the comment of each function
// names the type of its JSON. Spans are byte offsets into the UTF-8 text.

export interface HloModule {
  /** {"version":"0.3.0","simd":true,"threads":1,"full":false}; `full`: optimized for speed. */
  about(): string;

  /** Parses and verifies a text. Returns Analysis. `lenient`: unknown attributes are warnings. */
  analyze(text: string, lenient: boolean): string;
  /** As `analyze`, but `computations` is empty: `outline` gives them in less space. */
  check(text: string, lenient: boolean): string;
  /** The computations of a program in a compact form. */
  outline(program: number): OutlineTable;
  /** Releases a program and its values. */
  release(program: number): void;
  /** Canonical text ("hlo"), "json", or "dot". */
  print(program: number, format: string): string;
  /** What changed from one program to another one. Returns ProgramDifference, or null if one of them has no
   *  entry computation. */
  comparePrograms(before: number, after: number): string;
  /** The instructions whose values differ by more than `ulp` units in the last place although those that
   *  they depend on do not, after runs of both programs that kept all values; on device 0. Returns
   *  ValueChange[]. */
  compareValues(before: number, after: number, ulp: number): string;

  /** Sets parameter `number` to an array with these dense row-major little-endian bytes. They are
   *  copied once, and used by all later runs whose argument list ends before that parameter.
   *  Returns "", or an error (wrong size; pred, sub-byte, and tuple parameters must be given as
   *  JSON). */
  setArgument(program: number, number: number, bytes: Uint8Array): string;
  /** Runs a program. `argumentsJson`: "" or a JSON list of Argument for all devices, or
   *  {"replicas": [...]} with one such list per device; `optionsJson`: RunOptions. Parameters
   *  without an argument are filled with "iota". Returns RunReport; the module keeps the values
   *  until the next run or release. */
  run(program: number, argumentsJson: string, optionsJson: string): string;
  /** Goes on with a run that RunOptions.sliceMilliseconds has suspended, for about so long. Returns
   *  RunReport. Until the run has ended, `value` etc. know only what has been computed. */
  resume(program: number, milliseconds: number): string;
  /** Ends a suspended run with the error R04. Returns RunReport. What the run has computed stays; in a
   *  loop that it was in, `value` etc. give the values of an iteration that began shortly before
   *  (LoopCount.shown): `milliseconds` is how long it may run on to the next one. */
  cancel(program: number, milliseconds: number): string;
  /** A faster `run` for repeated runs: the arguments are those of `setArgument`, and there are no
   *  options and no report; only the results are kept. Returns false on failure; `run` returns the
   *  reason. */
  execute(program: number): boolean;
  /** The result of the last `execute` on a device: its dense row-major little-endian bytes, as a
   *  view of the module's memory that is valid until the next call. Empty for a tuple. */
  resultBytes(program: number, device: number): Uint8Array;
  /** The value of an instruction on a device after a run. The number of a device is
   *  replica * partitions + partition; -1 is the array whose parts the partitions of replica 0 have,
   *  by the sharding of the instruction. Returns ValueInfo. */
  value(program: number, instruction: number, device: number): string;
  /** Computes several values at once that a run with RunOptions.shown left out, for the calls that
   *  follow. `instructions` is a JSON list of ids. */
  prepare(program: number, instructions: string, device: number): void;
  /** The first elements of several values, as a JSON list of ValuePreview in the same order, without
   *  those that have no value; at most `elements` of each array and `leaves` arrays of each tuple.
   *  `instructions` is a JSON list of ids. */
  previews(
    program: number,
    instructions: string,
    device: number,
    elements: number,
    leaves: number,
  ): string;
  /** The `while` instructions of the last run that had iterations on device 0, as a JSON list of
   *  LoopCount; without the loops inside a loop that was compiled. */
  iterations(program: number): string;
  /** FLOPs and transcendentals of each instruction, with those of the computations that it calls
   *  (bodies of loops once): two numbers for each id. Invalid instructions count nothing. */
  work(program: number): Float64Array;
  /** The most memory in bytes that values take at one time on one device, beside the arguments, if no
   *  others are kept; 0 if the program cannot be run. Found without running it. */
  peakBytes(program: number): number;
  /** From now on `value` etc. give the values that the instructions executed by a `while` have in one
   *  of its iterations, from 0; -1: the last ones again. One that is far away is replaced by an
   *  earlier one (LoopCount.shown), from which the next call goes on. False if that is impossible: the
   *  program draws random numbers, or its devices exchange values. */
  showIteration(program: number, loop: number, iteration: number): boolean;
  /** The plan of the last run for people: steps, fused groups, kernels and their target; "" if the
   *  program cannot be run. If that run had no RunOptions.shown, the plan of one that keeps nothing. */
  plan(program: number): string;
  /** Texts of elements [begin, begin+count) in row-major order; `path` is a JSON list of tuple
   *  element numbers, "[]" for an array. Returns a JSON list of strings. */
  elements(
    program: number,
    instruction: number,
    device: number,
    path: string,
    begin: number,
    count: number,
  ): string;
  /** The same elements as numbers (real part of complex values). A fresh copy. */
  numbers(
    program: number,
    instruction: number,
    device: number,
    path: string,
    begin: number,
    count: number,
  ): Float64Array;
  /** The whole value as a LITERAL (formats, section 3). */
  literal(program: number, instruction: number, device: number): string;
  /** Why a LITERAL is not the expected one, with the first element that differs; "" if it is.
   *  `kind` is the class of the tolerance ("bits", "correct", "close", "accumulate"), `amount` its ulp
   *  or terms, `scale` that of "accumulate" or 0. */
  difference(
    got: string,
    expected: string,
    kind: string,
    amount: number,
    scale: number,
  ): string;

  /** Explains a shape text. Returns ShapeReport. */
  describeShape(shape: string): string;
  /** Positions of the row-major elements [begin, begin+count) of an array shape. */
  positions(shape: string, begin: number, count: number): Float64Array;
  /** Row-major element numbers at the positions [begin, begin+count); -1 marks padding. */
  elementsAt(shape: string, begin: number, count: number): Float64Array;
  /** Computes the position of an index, step by step. `index`: JSON list. Returns IndexReport. */
  explainIndex(shape: string, index: string): string;
  /** The inverse of explainIndex. Returns IndexReport. */
  explainPosition(shape: string, position: number): string;

  /** The op table. Returns OpRow[]. */
  ops(): string;
  /** All diagnostic codes. Returns {code,phase,title}[]. */
  diagnosticCodes(): string;
}

export type Span = [begin: number, end: number];

export interface DiagnosticNote {
  message: string;
  line: number;
  column: number;
  span: Span;
}

export interface Diagnostic {
  /** Always "": the text is not a file. */
  file?: string;
  severity: 'error' | 'warning';
  code: string;
  phase: string;
  message: string;
  line: number;
  column: number;
  length: number;
  span: Span;
  notes: DiagnosticNote[];
  fixes: { span: Span; replacement: string }[];
}

export interface InstructionOutline {
  /** Number of the instruction in the program, the `instruction` of the other functions. Below -1 for
   *  an instruction with an error, or one that uses such an instruction: it has no value, and its
   *  parts are only what its tokens look like. */
  id: number;
  name: string;
  opcode: string;
  /** With layout, as canonical text; as written for an instruction with an error. */
  shape: string;
  /** Elements of the largest array in the shape; 0 for an instruction with an error. */
  elements: number;
  operands: number[];
  /** Indices into `computations` of called computations. */
  calls: number[];
  root: boolean;
  /** Number of the parameter, or -1. */
  parameter: number;
  /** True for an instruction that was added to a text with a single instruction. */
  synthesized: boolean;
  span: Span;
  nameSpan: Span;
  shapeSpan: Span;
  opcodeSpan: Span;
  operandSpans: Span[];
}

export interface ComputationOutline {
  name: string;
  entry: boolean;
  span: Span;
  nameSpan: Span;
  instructions: InstructionOutline[];
}

/** ComputationOutline[] without a key for every number. */
export interface OutlineTable {
  /** {"computations": [{"name", "entry", "span", "nameSpan", "names"}], "words": [...], "elements":
   *  [...]}: `names` are those of the instructions, in textual order, which is the order of their ids;
   *  `elements` is for the words that are shapes. */
  json: string;
  /** For each instruction: its opcode and its shape (places in `words`), 1 for a root plus 2 for a
   *  synthesized one plus 4 for one with an error, the parameter number, the four spans (whole, name, shape, opcode), and three lists,
   *  each after its length: operands, calls, operand spans. */
  numbers: Int32Array;
}

export interface Analysis {
  /** Handle for the other functions; 0 if the text could not be parsed. */
  program: number;
  ok: boolean;
  /** True if there are valid instructions to run, possibly with RunOptions.partial. */
  runnable: boolean;
  /** Why a valid program cannot be run (an op without an evaluator, an elided constant), or "". */
  cannotRun: string;
  name: string;
  replicas: number;
  partitions: number;
  diagnostics: Diagnostic[];
  computations: ComputationOutline[];
  milliseconds: number;
}

export interface ProgramDifference {
  /** The first program and the second one. */
  programs: [ComparedProgram, ComparedProgram];
  /** Instructions of the second program that the first one also has, in the same form. */
  unchanged: number;
  /** By computation, in the order of the text. */
  changes: InstructionChange[];
}

export interface ComparedProgram {
  instructions: number;
  computations: number;
  /** The cost of one run, and the peak memory of its values; not there if the program has errors. */
  flops?: number;
  bytes?: number;
  peakBytes?: number;
}

/** An instruction that only one of two programs has, or that both have in different forms. Instructions are
 *  matched by what they are, not by name; metadata is ignored. */
export interface InstructionChange {
  /** Its id in the first program, or -1: it was added. */
  before: number;
  /** Its id in the second program, or -1: it was removed. */
  after: number;
  /** The computation of the second program that it belongs to; of the first one, if that has no
   *  counterpart. */
  computation: string;
  /** The computation of the first program that it is in, or "". */
  from: string;
  /** "opcode", "shape", "layout" (of a shape that is otherwise the same), "number" (of a parameter),
   *  "value" (of a constant), "operands", names of attributes, "computation" (it has moved to another
   *  one), "root"; empty if it was added or removed. */
  what: string[];
  /** Its text in the first program and in the second one, or "". */
  lines: [string, string];
}

/** An instruction that has another value than its counterpart in the first program. */
export interface ValueChange {
  /** Its ids. */
  before: number;
  after: number;
  /** Its names in the second program. */
  computation: string;
  instruction: string;
  /** The first element that differs, with both numbers. */
  difference: string;
}

/** LITERAL (formats, section 3), or a way to fill the parameter's shape. `omitted`: the parameter has
 *  more elements than RunOptions.maxElements. */
export type Argument =
  | { omitted: true }
  | { shape: string; data?: unknown; dynamic_sizes?: number[] }
  | { tuple: Argument[] }
  | { fill: 'iota' | 'zeros' | 'ones' | 'random'; seed?: number };

export interface RunOptions {
  maxBytes?: number;
  maxSteps?: number;
  /** Of an array. With `partial`, instructions with larger ones are left out, and all that need them. */
  maxElements?: number;
  replicas?: number;
  partitions?: number;
  /** Run the valid part of a text that has errors or ops without an evaluator. */
  partial?: boolean;
  /** Suspend the run after about so long, for `resume` or `cancel`. */
  sliceMilliseconds?: number;
  /** Keep the value of every instruction for `value` etc. (the default); false is faster. */
  keepValues?: boolean;
  /** Ids of the only instructions whose values are kept during the run. The others are fused as if
   *  nothing were kept; `value` etc. then recompute their values. Not given: all are kept, and none
   *  is fused. */
  shown?: number[];
  /** Number of devices whose values are kept, from device 0; the default is 1. */
  keepDevices?: number;
  /** The default is "fast"; "portable" gives the same bits on every machine. */
  numerics?: 'fast' | 'portable';
}

export interface RunReport {
  ok: boolean;
  /** The run is not over, and goes on with `resume`. */
  suspended: boolean;
  /** The error; `instruction` is the id of the instruction at fault, or -1. */
  error: (Diagnostic & { instruction: number }) | null;
  /** One entry per device, with a LITERAL if it has at most 1024 elements. */
  results: { shape: string; literal: unknown | null }[];
  /** The groups of devices that exchanged values, without duplicates, with the bytes of the first
   *  device. A transfer has the source and the target; infeed and outfeed have one device. */
  exchanges: {
    computation: string;
    instruction: string;
    groups: { devices: number[]; bytes: number }[];
  }[];
  steps: number;
  peakBytes: number;
  milliseconds: number;
}

export interface ValueInfo {
  /** Number of executions of the instruction; the value is that of the last one. */
  executions: number;
  shape: string;
  /** The arrays of a flattened tuple; one entry with path [] for an array. */
  leaves: { path: number[]; shape: string; elementType: string; dims: number[]; elements: number }[];
  /** False if the value was not kept, as for very large values. */
  kept: boolean;
}

/** The start of a value: see `previews`. */
export interface ValuePreview {
  instruction: number;
  executions: number;
  /** Number of arrays of the value. */
  arrays: number;
  leaves: { path: number[]; elementType: string; dims: number[]; texts: string[] }[];
}

/** The iterations of a loop in all its executions, and its executions with any. */
export interface LoopCount {
  instruction: number;
  starts: number;
  iterations: number;
  /** Iterations of the last execution; while the run is suspended, at least these. */
  last: number;
  /** The iteration whose values `value` etc. give, or -1: the last ones. */
  shown: number;
  /** The run was cancelled inside. */
  cancelled: boolean;
}

export interface ShapeReport {
  ok: boolean;
  /** If not ok: message, and span in the shape text. */
  error: { message: string; code: string; span: Span } | null;
  /** One entry per array leaf. */
  leaves: LayoutReport[];
}

export interface LayoutReport {
  /** The path in a tuple shape; [] for an array. */
  path: number[];
  shape: string;
  elementType: string;
  dims: number[];
  rank: number;
  trueRank: number;
  minorToMajor: number[];
  /** Dimension numbers, most major first. */
  physicalOrder: number[];
  physicalSizes: number[];
  /** Sizes before a tile, after its combined dimensions, after padding to whole tiles, and at last. */
  tiles: {
    text: string;
    before: number[];
    combined: number[];
    padded?: number[];
    after: number[];
  }[];
  finalSizes: number[];
  elements: number;
  storedElements: number;
  elementBits: number;
  bytes: number;
  unpaddedBytes: number;
  wastedBytes: number;
  /** bytes / unpaddedBytes, "1.6" */
  expansion: string;
  /** unpaddedBytes / bytes, "75%" */
  utilisation?: string;
  memorySpace: number;
  /** What the memory space is, in words. */
  memory?: string;
  /** An explanation of each token of the shape text. */
  parts: { text: string; title: string; explanation: string }[];
  formula: string;
  /** The formula for one element, step by step. */
  example?: string[];
}

export interface IndexReport {
  ok: boolean;
  error: string;
  index: number[] | null;
  position: number;
  /** Offset of the first bit of the stored element. */
  bit: number;
  byte: number;
  /** "tile (1,1) of (2,3) tiles, inside (0,1)", "(1*3+1)*4 + (0*2+1) = 17" */
  steps: string[];
}

export interface OpRow {
  name: string;
  family: string;
  summary: string;
  section: string;
  operands: { min: number; max: number };
  attributes: { name: string; required: boolean; kind: string; doc: string; values: string[] }[];
  types: string[];
  rules: string[];
  evaluated: boolean;
  elementwise: boolean;
}

export interface ModuleOptions {
  /** Number of threads for runs; required by the module with threads. It does not affect results.
   *  */
  threads?: number;
  /** The URLs of the module and of its other files, if they are renamed. */
  mainScriptUrlOrBlob?: string;
  locateFile?: (name: string) => string;
  wasmBinary?: ArrayBuffer | Uint8Array;
  printErr?: (text: string) => void;
  /** Creates the instance: passes it to `receive` and returns its exports. */
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module?: WebAssembly.Module) => void,
  ) => WebAssembly.Exports;
}

declare const createHlo: (options?: ModuleOptions) => Promise<HloModule>;
export default createHlo;
