// SPDX-License-Identifier: Apache-2.0
// The parts of a line of HLO text. It never fails: what is not understood has no parts.

export interface Part {
  from: number;
  to: number;
}

export interface AttributePart extends Part {
  name: string;
  value: Part;
}

export interface InstructionLine {
  name: Part;
  shape: Part;
  opcode: Part;
  /** Inside of the parentheses. */
  inside: Part;
  operands: Part[];
  /** From the name to the end of the value. */
  attributes: AttributePart[];
}

export interface HeadLine {
  name: Part;
  /** With its parentheses. */
  parameters: Part;
  count: number;
  result: Part;
}

const OPEN = '([{';
const CLOSE = ')]}';

/** The end of the string whose quote stands at `at`; the end of the text when it is not closed. */
function stringEnd(text: string, at: number): number {
  const quote = text[at];
  for (let k = at + 1; k < text.length; k++) {
    if (text[k] === '\\') k += 1;
    else if (text[k] === quote) return k + 1;
  }
  return text.length;
}

/** Where the bracket at `at` is closed (one past it), or -1. */
export function bracketEnd(text: string, at: number): number {
  let depth = 0;
  for (let k = at; k < text.length;) {
    const c = text[k] ?? '';
    if (c === '"') {
      k = stringEnd(text, k);
      continue;
    }
    if (c === '/' && text[k + 1] === '*') {
      const end = text.indexOf('*/', k + 2);
      if (end < 0) return -1;
      k = end + 2;
      continue;
    }
    k += 1;
    if (OPEN.includes(c)) depth += 1;
    else if (CLOSE.includes(c)) depth -= 1;
    if (depth === 0) return k;
  }
  return -1;
}

/** Cuts [from, to) at the commas of its own level; blanks and comments around the pieces are left
 *  out. */
export function pieces(text: string, { from, to }: Part): Part[] {
  const out: Part[] = [];
  let begin = from;
  const add = (end: number): void => {
    const raw = text.slice(begin, end);
    const lead = /^(?:\s|\/\*[^*]*\*\/)*/.exec(raw)?.[0].length ?? 0;
    const length = raw.trimEnd().length;
    if (lead < length) out.push({ from: begin + lead, to: begin + length });
  };
  for (let k = from; k < to;) {
    const c = text[k] ?? '';
    if (c === '"') k = stringEnd(text, k);
    else if (OPEN.includes(c)) {
      const end = bracketEnd(text, k);
      k = end < 0 ? to : end;
    } else {
      if (c === ',') {
        add(k);
        begin = k + 1;
      }
      k += 1;
    }
  }
  add(to);
  return out;
}

/** The array at the tuple path `path` of a shape text, or null. */
export function leafPart(shape: string, path: readonly number[]): Part | null {
  let part: Part | undefined = { from: 0, to: shape.length };
  for (const index of path) {
    if (part === undefined || shape[part.from] !== '(') return null;
    part = pieces(shape, { from: part.from + 1, to: part.to - 1 })[index];
  }
  return part === undefined || shape[part.from] === '(' ? null : part;
}

const BEGIN = /^\s*(?:ROOT\s+)?(%?[A-Za-z_][\w.-]*)\s*=\s*/;
const ARRAY = /^\w+\[[^\]]*\](?:\{[^}]*\})?/;
const OPCODE = /^\s*([A-Za-z][\w-]*)\(/;

function shapeEnd(text: string, at: number): number {
  if (text[at] === '(') return bracketEnd(text, at);
  const array = ARRAY.exec(text.slice(at));
  return array === null ? -1 : at + array[0].length;
}

const ATTRIBUTE = /^([A-Za-z_][\w-]*)=/;

/** `a=1, b={2}` as attributes. */
export function attributesIn(text: string, part: Part): AttributePart[] {
  return pieces(text, part).flatMap(({ from, to }) => {
    const match = ATTRIBUTE.exec(text.slice(from, to));
    if (match === null) return [];
    return [{ name: match[1] ?? '', from, to, value: { from: from + match[0].length, to } }];
  });
}

/** The end of what belongs to the instruction: before a comment. */
function endOf(text: string, from: number): number {
  for (let k = from; k < text.length;) {
    const c = text[k] ?? '';
    if (c === '"') k = stringEnd(text, k);
    else if (text.startsWith('//', k)) return k;
    else k += 1;
  }
  return text.length;
}

export function instructionLine(text: string): InstructionLine | null {
  const begin = BEGIN.exec(text);
  if (begin === null) return null;
  const name = begin[1] ?? '';
  const nameAt = text.indexOf(name);
  const shapeAt = begin[0].length;
  const shapeTo = shapeEnd(text, shapeAt);
  if (shapeTo < 0) return null;
  const opcode = OPCODE.exec(text.slice(shapeTo));
  if (opcode === null) return null;
  const open = shapeTo + opcode[0].length - 1;
  const close = bracketEnd(text, open);
  if (close < 0) return null;
  const inside = { from: open + 1, to: close - 1 };
  return {
    name: { from: nameAt, to: nameAt + name.length },
    shape: { from: shapeAt, to: shapeTo },
    opcode: { from: open - (opcode[1]?.length ?? 0), to: open },
    inside,
    operands: pieces(text, inside),
    attributes: attributesIn(text, { from: close, to: endOf(text, close) }),
  };
}

const HEAD = /^\s*(?:ENTRY\s+)?(%?[A-Za-z_][\w.-]*)\s*(?=\()/;

/** `%name (a: f32[2], b: f32[2]) -> f32[2] {` */
export function headLine(text: string): HeadLine | null {
  const begin = HEAD.exec(text);
  if (begin === null) return null;
  const name = begin[1] ?? '';
  const nameAt = text.indexOf(name);
  const open = begin[0].length;
  const close = bracketEnd(text, open);
  if (close < 0) return null;
  const arrow = /^\s*->\s*/.exec(text.slice(close));
  if (arrow === null) return null;
  const resultAt = close + arrow[0].length;
  const resultTo = shapeEnd(text, resultAt);
  if (resultTo < 0) return null;
  return {
    name: { from: nameAt, to: nameAt + name.length },
    parameters: { from: open, to: close },
    count: pieces(text, { from: open + 1, to: close - 1 }).length,
    result: { from: resultAt, to: resultTo },
  };
}

/** The attributes of a line that begins with `HloModule`. */
export function moduleAttributes(text: string): AttributePart[] | null {
  const begin = /^\s*HloModule\s+[^\s,]+/.exec(text);
  if (begin === null) return null;
  return attributesIn(text, { from: begin[0].length, to: endOf(text, begin[0].length) });
}
