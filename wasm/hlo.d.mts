// SPDX-License-Identifier: Apache-2.0
// The WebAssembly module of HLO Playground. Build output: hlo.mjs + hlo.wasm (ES module for pages,
// workers and Node; in Node pass `wasmBinary`), or with threads hlo-threads.mjs + hlo-threads.wasm
// (for workers of isolated pages; wasm/threads_in_node.mjs shows its use in Node) and, by Emscriptens
// before 3.1.58, hlo-threads.worker.js beside them. Strings in, JSON strings and typed arrays out; the
// types of the JSON follow each function. Spans are byte offsets into the UTF-8 text.

export interface HloModule {
  /** {"version":"0.2.0","simd":true,"threads":1} */
  about(): string;

  /** Reads and verifies a text. Returns Analysis. `lenient`: unknown attributes are warnings. */
  analyse(text: string, lenient: boolean): string;
  /** Forgets a program and its values. */
  release(program: number): void;
  /** Canonical text ("hlo"), "json" or "dot". */
  print(program: number, format: string): string;

  /** Gives parameter `number` an array value: its dense row-major little-endian bytes, which are
   *  copied once and used by all later runs whose list does not reach that parameter. Returns "", or
   *  why not (wrong size; pred, sub-byte and tuple parameters take JSON alone). */
  setArgument(program: number, number: number, bytes: Uint8Array): string;
  /** Runs a program. `argumentsJson`: "" or a JSON list of Argument for all devices, or
   *  {"replicas": [...]} with one such list per device; `optionsJson`: RunOptions. Parameters without
   *  an argument are filled with "iota". Returns RunReport; the values stay inside until the next run
   *  or release. */
  run(program: number, argumentsJson: string, optionsJson: string): string;
  /** `run` for those who run a program again and again, microseconds faster: no arguments but those
   *  of `setArgument`, no options, no report; only the results are kept. False when it fails, for a
   *  reason that `run` gives. */
  execute(program: number): boolean;
  /** What the last `execute` gave on a device: its dense row-major little-endian bytes, as a view of
   *  the module's memory that is good until the next call. Empty for a tuple. */
  resultBytes(program: number, device: number): Uint8Array;
  /** What is known of the value of an instruction on a device after a run. Devices are numbered
   *  replica major: replica * partitions + partition. Returns ValueInfo. */
  value(program: number, instruction: number, device: number): string;
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

  /** Explains a shape text. Returns ShapeReport. */
  describeShape(shape: string): string;
  /** Positions of the row-major elements [begin, begin+count) of an array shape. */
  positions(shape: string, begin: number, count: number): Float64Array;
  /** Row-major element numbers at the positions [begin, begin+count); -1 marks padding. */
  elementsAt(shape: string, begin: number, count: number): Float64Array;
  /** How the position of an index comes about, step by step. `index`: JSON list. Returns IndexReport. */
  explainIndex(shape: string, index: string): string;
  /** The inverse. Returns IndexReport. */
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
  /** Number of the instruction in the program, the `instruction` of the other functions. */
  id: number;
  name: string;
  opcode: string;
  /** With layout, as canonical text. */
  shape: string;
  operands: number[];
  /** Indices into `computations` of called computations. */
  calls: number[];
  root: boolean;
  /** Number of the parameter, or -1. */
  parameter: number;
  /** Made up for a text that is a single instruction line. */
  invented: boolean;
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

export interface Analysis {
  /** Handle for the other functions; 0 when nothing could be read. */
  program: number;
  ok: boolean;
  /** There are good instructions to run, if need be with RunOptions.partial. */
  runnable: boolean;
  /** Why a good program cannot be run (an op without evaluation, an elided constant), or "". */
  cannotRun: string;
  name: string;
  replicas: number;
  partitions: number;
  diagnostics: Diagnostic[];
  computations: ComputationOutline[];
  milliseconds: number;
}

/** LITERAL (formats, section 3), or a way to fill the parameter's shape. */
export type Argument =
  | { shape: string; data?: unknown }
  | { tuple: Argument[] }
  | { fill: 'iota' | 'zeros' | 'ones' | 'random'; seed?: number };

export interface RunOptions {
  maxBytes?: number;
  maxSteps?: number;
  replicas?: number;
  partitions?: number;
  /** Compute what can be computed of a text with faults or with ops that are not evaluated. */
  partial?: boolean;
  /** Keep the value of every instruction for `value` and its kin (the default); false is faster. */
  keepValues?: boolean;
  /** Of how many devices, the first ones; 1 unless set. */
  keepDevices?: number;
  /** "fast" unless said otherwise; "portable" gives the same bits on every machine. */
  numerics?: 'fast' | 'portable';
}

export interface RunReport {
  ok: boolean;
  /** Why it failed; `instruction` is the id of the one at fault, or -1. */
  error: (Diagnostic & { instruction: number }) | null;
  /** One LITERAL a device only when small (at most 1024 elements), else its shape. */
  results: { shape: string; literal: unknown | null }[];
  /** Which devices exchanged values: each group once, with the bytes of its first device. The devices
   *  of a transfer are source and target; of infeed and outfeed the device alone. */
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
  /** How often the instruction ran; 0: not reached. The value is the one of the last time. */
  executions: number;
  shape: string;
  /** Arrays inside, tuples flattened; one entry with path [] for an array. */
  leaves: { path: number[]; shape: string; elementType: string; dims: number[]; elements: number }[];
  /** Whether the value was kept (very large ones may not be). */
  kept: boolean;
}

export interface ShapeReport {
  ok: boolean;
  /** message and span into the shape text when not ok. */
  error: { message: string; code: string; span: Span } | null;
  /** One entry per array leaf. */
  leaves: LayoutReport[];
}

export interface LayoutReport {
  /** Where in a tuple shape; [] for an array. */
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
  tiles: { text: string; before: number[]; combined: number[]; after: number[] }[];
  finalSizes: number[];
  elements: number;
  storedElements: number;
  elementBits: number;
  bytes: number;
  unpaddedBytes: number;
  wastedBytes: number;
  /** bytes / unpaddedBytes, "1.6" */
  expansion: string;
  memorySpace: number;
  /** Each token of the shape text in plain words. */
  parts: { text: string; title: string; explanation: string }[];
  formula: string;
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
  /** How many threads runs use: the module with threads needs it. No result depends on it. */
  threads?: number;
  /** The same module's own address and those of its other files, where they have other names. */
  mainScriptUrlOrBlob?: string;
  locateFile?: (name: string) => string;
  wasmBinary?: ArrayBuffer | Uint8Array;
  printErr?: (text: string) => void;
  /** Makes the instance itself: tells it to `receive`, returns its exports. */
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module?: WebAssembly.Module) => void,
  ) => WebAssembly.Exports;
}

declare const createHlo: (options?: ModuleOptions) => Promise<HloModule>;
export default createHlo;
