// SPDX-License-Identifier: Apache-2.0
import type {
  Argument,
  Diagnostic,
  HloModule,
  LayoutReport,
  ModuleOptions,
  OpRow,
  RunOptions,
} from './hlo.mjs';
import type { HloExportModule } from './hlo-export.mjs';
import type { Finding, HloImportModule, ImportedFile, ImportOptions } from './hlo-import.mjs';

export type { Argument, Diagnostic, LayoutReport, ModuleOptions, OpRow, RunOptions };
export type { Finding, ImportedFile, ImportOptions };

/** A value as JSON: docs/formats.md, section 3. */
export type Literal =
  | { shape: string; data?: unknown; dynamic_sizes?: number[] }
  | { tuple: Literal[] };

/** A program or shape with errors, or a run that failed. */
export class HloError extends Error {
  readonly diagnostics: Pick<Diagnostic, 'code' | 'message' | 'line' | 'column'>[];
}

/** The evaluator. Calls are synchronous: use a worker for programs that may run long. */
export class Hlo {
  constructor(module: HloModule);
  /** The functions that this class calls, for programs and values that are kept. */
  readonly module: HloModule;
  about(): { version: string; simd: boolean; threads: number };
  /** All errors and warnings of a text. `lenient`: unknown attributes are warnings. */
  check(text: string, options?: { lenient?: boolean }): Diagnostic[];
  /** Canonical text, the module as JSON, or Graphviz. Throws HloError, and TypeError for another word. */
  format(text: string, format?: 'hlo' | 'long' | 'short' | 'json' | 'dot'): string;
  /** Evaluates the entry computation; returns one value per device. The arguments are those of all
   *  devices, or one list per device; `data` may have typed arrays, NaN, and infinities. A parameter
   *  without an argument counts up from 0. Throws HloError. */
  run(text: string, args?: Argument[] | { replicas: Argument[][] }, options?: RunOptions): Literal[];
  /** Where the elements of a shape are in memory, for each array of the shape. Throws HloError. */
  layout(shape: string): LayoutReport[];
  /** The op table. */
  ops(): OpRow[];
}

/** Translates StableHLO text, portable artifacts, and protobufs to HLO text. */
export class Importer {
  constructor(module: HloImportModule);
  readonly module: HloImportModule;
  translate(file: string | Uint8Array | ArrayBuffer, name?: string, options?: ImportOptions): ImportedFile;
}

/** Translates HLO text to HLO protobufs and StableHLO text. */
export class Exporter {
  constructor(module: HloExportModule);
  readonly module: HloExportModule;
  /** A HloModuleProto. Throws HloError if the text has errors. */
  toProtobuf(text: string): Uint8Array;
  /** StableHLO text. Throws HloError if the text has errors, or StableHLO cannot express the program. */
  toStablehlo(text: string): string;
}

export function loadHlo(options?: ModuleOptions): Promise<Hlo>;
export function loadImporter(options?: ModuleOptions): Promise<Importer>;
export function loadExporter(options?: ModuleOptions): Promise<Exporter>;
