// SPDX-License-Identifier: Apache-2.0
// The importers of HLO Playground as a separate WebAssembly module. Build output: hlo-import.mjs +
// hlo-import.wasm (an ES module for pages, workers, and Node; in Node pass `wasmBinary`).

export interface HloImportModule {
  /** Translates a file that is not HLO text (StableHLO text, bytecode, protobufs) to HLO text. Its format is
   *  detected from its bytes. A string is the file's UTF-8 text. `name` is used in messages.
   *  Returns  ImportedFile as JSON. */
  importFile(bytes: Uint8Array | string, name: string, options: ImportOptions): string;
}

export interface ImportOptions {
  /** The entry function; the default is main, or the only function. */
  entry?: string;
  /** Sizes of unknown dimensions, by name. */
  dims?: [name: string, size: number][];
  /** Values that the file omits. */
  fill?: 'zeros' | 'zero' | 'random';
  seed?: number;
  /** Returns the root shape of an HLO text, or "" if it has errors, as HloModule.analyze does.
   *  Called for ops whose type has unknown sizes; without it such ops need `dims`. */
  rootShape?: (hloText: string) => string;
  /** Also import functions that the entry does not reach. */
  allFunctions?: boolean;
}

export interface ImportedFile {
  /** "MLIR text", "an HloProto", "HLO text", ... */
  format: string;
  /** No finding is an error. The text can still have errors, which the engine reports. */
  ok: boolean;
  /** HLO text; empty if nothing could be parsed. A module as JSON ("HLO as JSON") stays as it is: the
   *  engine reads that form, too. */
  text: string;
  /** Instructions by position: bytes [begin, end) of `text` come from this position in the file. */
  map: { span: [number, number]; line: number; column: number; length: number }[];
  /** Like the diagnostics of Analysis (hlo.d.mts), with positions in the file. */
  findings: Finding[];
  /** Of a snapshot: arguments in the form of ARGS.json, and the results of the first devices. */
  arguments?: unknown;
  results?: unknown[];
  /** Of bytecode: the StableHLO text that the positions are of. */
  source?: string;
}

export interface Finding {
  severity: 'error' | 'warning';
  /** 0: the file as a whole. */
  line: number;
  column: number;
  code: string;
  message: string;
  notes: { message: string }[];
}

export default function createHloImport(options?: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (name: string) => string;
}): Promise<HloImportModule>;
