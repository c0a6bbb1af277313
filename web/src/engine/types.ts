// SPDX-License-Identifier: Apache-2.0
// The engine's types, as the module declares them, plus what the worker derives from them.
import type { LoopCount, OpRow, RunReport, ValueInfo } from '../../../wasm/hlo.mjs';

export type {
  Analysis,
  Argument,
  ComparedProgram,
  ComputationOutline,
  Diagnostic,
  HloModule,
  IndexReport,
  InstructionChange,
  InstructionOutline,
  LayoutReport,
  LoopCount,
  ModuleOptions,
  OpRow,
  OutlineTable,
  ProgramDifference,
  RunOptions,
  RunReport,
  ShapeReport,
  Span,
  ValueChange,
  ValueInfo,
  ValuePreview,
} from '../../../wasm/hlo.mjs';

export interface About {
  version: string;
  simd: boolean;
  threads: number;
  /** Whether it is the full-speed engine. */
  full: boolean;
}

export interface DiagnosticCode {
  code: string;
  phase: string;
  title: string;
}

/** Elements [begin, begin + count) in row-major order. */
export type Range = readonly [begin: number, count: number];

/** A short text of a value for the end of its line in the editor. */
export interface Preview {
  instruction: number;
  text: string;
  executions: number;
  nonFinite: boolean;
}

export interface Statistics {
  /** Elements looked at; fewer than there are when the array is very large. */
  counted: number;
  finite: number;
  min: number;
  max: number;
  mean: number;
  nan: number;
  infinite: number;
  zero: number;
}

/** What the value pane shows of one array. */
export interface Summary {
  info: ValueInfo;
  leaf: ValueInfo['leaves'][number] | null;
  statistics: Statistics | null;
  /** The first elements: the number format is chosen from them, and small arrays have no others. */
  sample: string[];
  /** The same as numbers. */
  sampleNumbers: Float64Array;
}

/** A rectangle of elements: texts to show, numbers for colors. */
export interface Cells {
  texts: string[][];
  numbers: Float64Array[];
}

/** The value of an instruction on one device. */
export interface DeviceValue {
  device: number;
  executions: number;
  /** Null when the value was not kept or is not an array. */
  texts: string[][] | null;
  /** The lowest device with an equal value. */
  sameAs: number;
  /** Elements that were compared, from the first. */
  compared: number;
}

export interface RunOutcome {
  report: RunReport;
  /** The first array that is too large to be computed after every key; all that do not need it are. */
  tooLarge: TooLarge | null;
  /** The loops that had iterations. */
  loops: LoopCount[];
  /** Of the instructions on screen, on `device`. */
  previews: Preview[];
  device: number;
  /** Whether this is a short second run of a program that was stopped. */
  again: boolean;
}

/** The values of an element in some iterations of a loop. */
export interface OverIterations {
  iterations: number[];
  values: number[];
}

export interface TooLarge {
  instruction: number;
  elements: number;
  /** The most that is run. */
  most: number;
}

export interface Tables {
  ops: OpRow[];
  codes: DiagnosticCode[];
}
