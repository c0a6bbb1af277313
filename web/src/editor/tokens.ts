// SPDX-License-Identifier: Apache-2.0
// Splits HLO text into tokens for highlighting. It never fails: errors are found by the engine.

export const ELEMENT_TYPES: readonly string[] = (
  'pred s1 s2 s4 s8 s16 s32 s64 u1 u2 u4 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128 f8e5m2 f8e4m3 ' +
  'f8e4m3fn f8e4m3b11fnuz f8e3m4 f8e5m2fnuz f8e4m3fnuz f4e2m1fn f8e8m0fnu token opaque'
).split(' ');

const TYPES = new Set(ELEMENT_TYPES);
const KEYWORDS = new Set(['HloModule', 'ENTRY', 'ROOT']);
const ATOMS = new Set(['true', 'false', 'inf', 'nan', 'maximal', 'replicated', 'manual']);

export type Paint =
  | 'comment'
  | 'string'
  | 'keyword'
  | 'typeName'
  | 'atom'
  | 'number'
  | 'opcode'
  | 'attribute'
  | 'layout'
  | 'name'
  | 'bracket'
  | null;

/** Carried from line to line: whether a block comment is open. */
export interface PaintState {
  comment: boolean;
}

const RULES: readonly (readonly [RegExp, Paint | 'word'])[] = [
  [/^\/\/.*/, 'comment'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^'(?:[^'\\]|\\.)*'?/, 'string'],
  [/^%[A-Za-z_][\w.-]*/, 'name'],
  [/^-?(?:inf|nan)\b/, 'atom'],
  [/^[b\d]\w*_\w+->\w+/, 'number'],
  [/^-?\d+_-?\d+(?:_-?\d+)?(?:x-?\d+_-?\d+(?:_-?\d+)?)*/, 'number'],
  [/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/, 'number'],
  [/^[a-z]+\d*[a-z\d]*\[[^\][]*\]/, 'typeName'],
  [/^\{[\d,]*(?::[^{}]*)?\}/, 'layout'],
  [/^[A-Za-z_][\w.-]*(?==)(?!= )/, 'attribute'],
  [/^[A-Za-z_](?:[\w.]|-(?!>))*/, 'word'],
  [/^[[\](){}]/, 'bracket'],
];

/** The length and paint of the token at the start of `rest`. `previous` is the text before it. */
export function nextToken(
  rest: string,
  previous: string,
  state: PaintState,
): { length: number; paint: Paint } {
  if (state.comment) {
    const end = rest.indexOf('*/');
    if (end < 0) return { length: rest.length, paint: 'comment' };
    state.comment = false;
    return { length: end + 2, paint: 'comment' };
  }
  if (rest.startsWith('/*')) {
    state.comment = true;
    return { length: 2, paint: 'comment' };
  }
  for (const [pattern, paint] of RULES) {
    const text = pattern.exec(rest)?.[0];
    if (text === undefined || text === '') continue;
    if (paint === 'typeName' && !TYPES.has(text.slice(0, text.indexOf('[')))) continue;
    // Braces are a layout only where they follow a shape.
    if (paint === 'layout' && !previous.endsWith(']')) continue;
    if (paint !== 'word') return { length: text.length, paint };
    return { length: text.length, paint: paintWord(text, rest.slice(text.length), previous) };
  }
  return { length: 1, paint: null };
}

function paintWord(word: string, after: string, previous: string): Paint {
  if (KEYWORDS.has(word)) return 'keyword';
  if (TYPES.has(word)) return 'typeName';
  if (ATOMS.has(word)) return 'atom';
  // An opcode stands before its operands, after a shape or an equals sign.
  if (/^\s*\(/.test(after) && /[\])}=]\s*$/.test(previous)) return 'opcode';
  return 'name';
}
