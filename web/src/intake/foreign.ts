// SPDX-License-Identifier: Apache-2.0
// What is not HLO, and what to do with it.

export interface Foreign {
  /** What it is, as the object of a sentence: "StableHLO (MLIR)". */
  what: string;
  advice: string;
  /** Lines to run where the program comes from. */
  code: string[];
}

const FROM_JAX = [
  'jax.jit(f).lower(*args).as_text("hlo")      # before optimization',
  'jax.jit(f).lower(*args).compile().as_text()  # after',
];
const DUMP_FLAGS = ['XLA_FLAGS="--xla_dump_to=/tmp/dump --xla_dump_hlo_as_text" python …'];

const fromJax = (what: string): Foreign => ({
  what,
  advice: 'The playground reads HLO text. From JAX one gets it by:',
  code: FROM_JAX,
});

const TEXTS: readonly (readonly [RegExp, () => Foreign])[] = [
  [
    /^\s*(?:#\w+ = |module\b[^\n]*\{|func\.func\b|builtin\.module\b|%\w+(?::\d+)? = "?(?:stablehlo|mhlo|chlo|func|arith|linalg|tensor)\.)/m,
    () => fromJax('StableHLO, or another dialect of MLIR'),
  ],
  [/^\s*\{ ?lambda\b/, () => fromJax('a jaxpr')],
  [
    /^\s*(?:hlo_module|hlo_snapshot|computations) ?\{/m,
    () => ({
      what: 'the text form of a protocol buffer of XLA',
      advice:
        'XLA also writes HLO as text; it is in the file ending in .txt beside this one, or comes by:',
      code: DUMP_FLAGS,
    }),
  ],
  [
    /^\s*(?:; ModuleID|target triple = |define [^\n]*@)/m,
    () => ({
      what: 'LLVM IR, which XLA makes of HLO',
      advice: 'The HLO is in the files of the same dump ending in _optimizations.txt:',
      code: DUMP_FLAGS,
    }),
  ],
  [
    /^\s*(?:\.version \d|\.target sm_)/m,
    () => ({
      what: 'PTX, which XLA makes of HLO',
      advice: 'The HLO is in the files of the same dump ending in _optimizations.txt:',
      code: DUMP_FLAGS,
    }),
  ],
  [
    /^\s*(?:(?:import|from) [\w.]+|def \w+\(|@(?:jax\.)?jit\b)/m,
    () => fromJax('a program in Python'),
  ],
];

/** What a text is that is no HLO, or null for what is not known. */
export function foreignText(text: string): Foreign | null {
  const beginning = text.slice(0, 20_000);
  return TEXTS.find(([pattern]) => pattern.test(beginning))?.[1]() ?? null;
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, k) => bytes[k] === byte);

export const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x1f, 0x8b]);

/** Whether bytes begin as a serialized message with a name in its first field, as HLO protos do. */
function looksLikeProto(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x0a) return false;
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /[\w.-]{3,}/.test(text) && bytes.subarray(0, 4096).some((byte) => byte < 9);
}

/** What bytes are that are no text, or null. */
export function foreignBytes(bytes: Uint8Array): Foreign | null {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) {
    return { what: 'a zip archive', advice: 'Unpack it, and open a file of it.', code: [] };
  }
  if (startsWith(bytes, [0x4d, 0x4c, 0xef, 0x52])) return fromJax('MLIR bytecode');
  if (looksLikeProto(bytes)) {
    return {
      what: 'a serialized protocol buffer, such as an HloProto',
      advice: 'XLA also writes HLO as text:',
      code: DUMP_FLAGS,
    };
  }
  return null;
}
