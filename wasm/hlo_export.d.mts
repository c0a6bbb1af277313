// SPDX-License-Identifier: Apache-2.0
// The exporters of HLO Playground as a separate WebAssembly module. Build output: hlo-export.mjs +
// hlo-export.wasm (an ES module for pages, workers, and Node; in Node pass `wasmBinary`).

export interface HloExportModule {
  /** Translates HLO text to another format: "pb", a HloModuleProto, or "stablehlo", StableHLO text as UTF-8.
   *  `error`: the first one of the text, or why the format cannot express the program. */
  exportText(text: string, format: 'pb' | 'stablehlo'): ExportedFile;
}

export type ExportedFile =
  { bytes: Uint8Array; error?: never } | { error: ExportError; bytes?: never };

export interface ExportError {
  code: string;
  message: string;
  /** From 1; 0 without a position. */
  line: number;
  column: number;
}

export default function createHloExport(options?: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (name: string) => string;
}): Promise<HloExportModule>;
