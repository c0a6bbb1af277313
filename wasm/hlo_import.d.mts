// SPDX-License-Identifier: Apache-2.0
// The importers of HLO Playground as a WebAssembly module of their own. Build output: hlo-import.mjs +
// hlo-import.wasm (ES module for pages, workers and Node; in Node pass `wasmBinary`).

export interface HloImportModule {
  /** Reads a file that is not HLO text (StableHLO text, ...), recognized by its bytes, as HLO text.
   *  A string is the file's UTF-8 text. `name` is used in messages. Returns ImportedFile as JSON. */
  importFile(bytes: Uint8Array | string, name: string, options: ImportOptions): string;
}

export interface ImportOptions {
  /** The function to run; else main, or the only one. */
  entry?: string;
  /** Sizes of unknown dimensions, by name. */
  dims?: [name: string, size: number][];
  /** Values that the file lacks. */
  fill?: 'zero' | 'random';
  seed?: number;
  /** The shape of the root of an HLO text, or "" for a faulty one (HloModule.analyse knows it): asked
   *  for ops whose type leaves sizes open. Without it such ops need `dims`. */
  rootShape?: (hloText: string) => string;
  /** Also functions that the entry does not reach. */
  allFunctions?: boolean;
}

export interface ImportedFile {
  /** "StableHLO text", "HLO text", ... */
  format: string;
  /** No finding is an error. The text may still have errors, which the engine finds. */
  ok: boolean;
  /** HLO text; empty when nothing could be read. */
  text: string;
  /** Instructions by position: bytes [begin, end) of `text` are from this place of the file. */
  map: { span: [number, number]; line: number; column: number; length: number }[];
  /** As those of Analysis (hlo.d.mts), with positions in the file. */
  findings: unknown[];
}

export default function createHloImport(options?: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (name: string) => string;
}): Promise<HloImportModule>;
