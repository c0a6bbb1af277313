// SPDX-License-Identifier: Apache-2.0
// Formats other than HLO text, and how to get HLO text from them.

export interface Foreign {
  /** What it is, as the object of a sentence: "StableHLO (MLIR)". */
  what: string;
  advice: string;
  /** Commands that produce HLO text. */
  code: string[];
  /** Whether the importers convert it (importer.ts). */
  importable?: true;
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
  advice: 'Convert it to HLO text with the command-line tool, or print HLO text from JAX:',
  code: ['hlo import FILE.mlir -o FILE.hlo', ...FROM_JAX],
  importable: true,
};

const TEXTS: readonly (readonly [RegExp, () => Foreign])[] = [
  [
    /^\s*(?:#\w+ = |module\b[^\n]*\{|func\.func\b|builtin\.module\b|%\w+(?::\d+)? = "?(?:stablehlo|mhlo|chlo|func|arith|linalg|tensor)\.)/m,
    () => STABLEHLO,
  ],
  [/^\s*\{ ?lambda\b/, () => fromJax('a jaxpr')],
  [
    /^\s*(?:hlo_module|hlo|computations):? ?\{/m,
    () => ({
      what: 'the text form of a protocol buffer of XLA',
      advice: 'XLA also writes HLO text: look for the .txt file beside this one, or dump again:',
      code: DUMP_FLAGS,
      importable: true,
    }),
  ],
  [
    /^\s*(?:; ModuleID|target triple = |define [^\n]*@)/m,
    () => ({
      what: 'LLVM IR that XLA generated from HLO',
      advice: 'The HLO text is in the same dump, in the files that end in _optimizations.txt:',
      code: DUMP_FLAGS,
    }),
  ],
  [
    /^\s*(?:\.version \d|\.target sm_)/m,
    () => ({
      what: 'PTX that XLA generated from HLO',
      advice: 'The HLO text is in the same dump, in the files that end in _optimizations.txt:',
      code: DUMP_FLAGS,
    }),
  ],
  [
    /^\s*(?:(?:import|from) [\w.]+|def \w+\(|@(?:jax\.)?jit\b)/m,
    () => fromJax('a program in Python'),
  ],
];

/** The format of a text that is not HLO, or null if it is not recognized. */
export function foreignText(text: string): Foreign | null {
  const beginning = text.slice(0, 20_000);
  return TEXTS.find(([pattern]) => pattern.test(beginning))?.[1]() ?? null;
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
    return {
      what: 'a serialized protocol buffer, such as an HloProto',
      advice: 'XLA also writes HLO as text:',
      code: DUMP_FLAGS,
      importable: true,
    };
  }
  return null;
}
