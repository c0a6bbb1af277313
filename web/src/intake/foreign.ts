// SPDX-License-Identifier: Apache-2.0
// Formats other than HLO text, and how to get HLO text from them.
import { MLIR } from './mlir';
import type { AsksSizes } from './sizes';

export interface Foreign extends AsksSizes {
  /** What it is, as the object of a sentence: "StableHLO (MLIR)". */
  what: string;
  advice: string;
  /** Commands that produce HLO text. */
  code: string[];
  /** Whether the importers convert it (importer.ts). */
  importable?: true;
  /** It is about a program: the one that is open stays, also where it is pasted. */
  report?: true;
}

const FROM_JAX = [
  'jax.jit(f).lower(*args).as_text("hlo")      # before optimization',
  'jax.jit(f).lower(*args).compile().as_text()  # after',
];
const DUMP_FLAGS = ['XLA_FLAGS="--xla_dump_to=/tmp/dump --xla_dump_hlo_as_text" python …'];

const fromJax = (what: string): Foreign => ({
  what,
  advice: 'The playground reads HLO text. In JAX:',
  code: FROM_JAX,
});

const STABLEHLO: Foreign = {
  what: 'StableHLO, or another dialect of MLIR',
  advice: 'It is converted if it is pasted or opened without other text around it. In JAX:',
  code: FROM_JAX,
  importable: true,
};

/** Of a dump, beside the HLO text. */
const ofDump = (what: string): Foreign => ({
  what,
  advice: 'The HLO text is in the same dump, in the files that end in _optimizations.txt:',
  code: DUMP_FLAGS,
});

/** About the memory of a program. A report without the places of values is not enough for the tool. */
const report = (what: string, places = false): Foreign => ({
  what,
  advice: 'The command-line tool shows what takes the memory:',
  code: places
    ? ['hlo memory FILE']
    : [...DUMP_FLAGS, 'hlo memory /tmp/dump/…-buffer-assignment.txt'],
  report: true,
});

const TEXTS: readonly (readonly [RegExp, Foreign])[] = [
  // As core/import/sniff.cc; what a TPU says when it runs out of memory has none of its marks.
  [/^\s*BufferAssignment:/m, report('a buffer-assignment report', true)],
  [/BufferAssignment (?:stats:|OOM Debugging\.)/, report('an out-of-memory report', true)],
  [/^\s*Memory Space: .*\n\s*Total bytes: /m, report('a memory-usage report', true)],
  [/^\s*Total bytes used:/m, report('a memory-usage report')],
  [/^\s*HloLiveRange \(max /m, report('a live-range report')],
  [/^\s*CompiledMemoryStats\(/m, report('a printed CompiledMemoryStats')],
  [/\bRESOURCE_EXHAUSTED: /, report('an out-of-memory report')],
  [MLIR, STABLEHLO],
  [/^\s*\{ ?lambda\b/, fromJax('a jaxpr')],
  [
    /^\s*(?:hlo_module|hlo|computations):? ?\{/m,
    { ...ofDump('the text form of a protocol buffer of XLA'), importable: true },
  ],
  [
    /^\s*(?:; ModuleID|target triple = |define [^\n]*@)/m,
    ofDump('LLVM IR that XLA generated from HLO'),
  ],
  [/^\s*(?:\.version \d|\.target sm_)/m, ofDump('PTX that XLA generated from HLO')],
  [/^\s*(?:(?:import|from) [\w.]+|def \w+\(|@(?:jax\.)?jit\b)/m, fromJax('a program in Python')],
];

/** The format of a text that is not HLO, or null if it is not recognized. */
export function foreignText(text: string): Foreign | null {
  const beginning = text.slice(0, 20_000);
  return TEXTS.find(([pattern]) => pattern.test(beginning))?.[1] ?? null;
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, k) => bytes[k] === byte);

export const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x1f, 0x8b]);

/** Whether the bytes start like a serialized message whose first fields hold names, as those of HLO
 *  do. */
function looksLikeProto(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x0a && bytes[0] !== 0x12 && bytes[0] !== 0x1a) return false;
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /[\w.-]{3,}/.test(text) && bytes.subarray(0, 4096).some((byte) => byte < 9);
}

const BYTECODE = [0x4d, 0x4c, 0xef, 0x52];
/** How far into a file of jax.export its bytecode begins at most. */
const BYTECODE_REACH = 64 << 10;

/** Whether bytes are MLIR bytecode, or have it inside, as files of jax.export do. */
function hasBytecode(bytes: Uint8Array): boolean {
  for (let at = 0; at < Math.min(bytes.length, BYTECODE_REACH); at++) {
    if (bytes[at] === 0x4d && startsWith(bytes.subarray(at), BYTECODE)) return true;
  }
  return false;
}

/** The format of binary data, or null if it is not recognized. */
export function foreignBytes(bytes: Uint8Array): Foreign | null {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) {
    return { what: 'a zip archive', advice: 'Unpack it and open one of its files.', code: [] };
  }
  if (hasBytecode(bytes)) return { ...fromJax('MLIR bytecode'), importable: true };
  if (looksLikeProto(bytes)) {
    return { ...ofDump('a serialized protocol buffer, such as an HloProto'), importable: true };
  }
  return null;
}
