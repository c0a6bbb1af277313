// SPDX-License-Identifier: Apache-2.0
// The HLO modules in a text as people have it: a dump, a log, a page of an issue.
import type { Pane } from '../base/views';
import type { Input } from '../engine/inputs';
import type { Source } from './source';
import type { Vector } from './vectors';

export interface ModuleText {
  name: string;
  text: string;
  /** The view that it opens on; that of its values unless set. */
  pane?: Pane;
  /** What the text was imported from. */
  source?: Source | null;
  inputs?: readonly Input[];
  /** The case of the conformance suite that it is. */
  vector?: Vector;
}

/** What logs put before each line: `I0514 09:41:12.345678 1234 service.cc:168] `, with or without a
 *  date and a path, as glog, absl and TensorFlow write it. */
const LOG_PREFIX =
  /^(?:[IWEFD]\d{4} [\d:.]+ +\d+ [^\s\]]+:\d+\] ?|\d{4}-\d\d-\d\d [\d:.]+: [IWEFD] [^\s\]]+:\d+\] ?)/m;
const FENCE = /^\s*(?:```|~~~)/m;
const MODULE = /^\s*HloModule\s+("?[^\s,"]+)/;
const COMPUTATION = /^\s*(?:ENTRY\s+)?%?[A-Za-z_][\w.-]*\s*(?:\(.*)?\{\s*$/;
const INSTRUCTION = /^\s*(?:ROOT\s+)?%?[A-Za-z_][\w.-]*\s*=\s*(?:\(|[a-z]\w*\[)/;

/** A text without what logs put before its lines, and without the fences of Markdown. */
export function withoutPrefixes(text: string): string {
  if (!LOG_PREFIX.test(text) && !FENCE.test(text)) return text;
  return text
    .split('\n')
    .filter((line) => !FENCE.test(line))
    .map((line) => line.replace(LOG_PREFIX, ''))
    .join('\n');
}

/** Whether a line begins a module. */
export const isHead = (line: string): boolean => MODULE.test(line);

/** The lines of a text, without what logs put before them. */
export const linesOf = (text: string): string[] =>
  withoutPrefixes(text.replace(/\r\n?/g, '\n')).split('\n');

const isHloLine = (line: string): boolean =>
  line.trim() === '' ||
  /^\s*(?:\/\/|\/\*|\}|ENTRY\b)/.test(line) ||
  COMPUTATION.test(line) ||
  INSTRUCTION.test(line);

/** Ends a module after its last computation: other lines of a log may follow. */
function trimmed(lines: readonly string[]): string {
  let end = lines.length;
  const close = lines.findLastIndex((line) => /^\s*\}/.test(line));
  if (close >= 0 && lines.slice(close + 1).some((line) => !isHloLine(line))) end = close + 1;
  return `${lines.slice(0, end).join('\n').trimEnd()}\n`;
}

/** The first of the comment lines above a line; lines between them may be empty. */
export function withComments(lines: readonly string[], line: number): number {
  let first = line;
  for (let above = line - 1; above >= 0; above--) {
    const text = lines[above]?.trim() ?? '';
    if (text.startsWith('//')) first = above;
    else if (text !== '') break;
  }
  return first;
}

/** The modules of a text, in order; empty when it has none by name. */
export function modulesIn(text: string): ModuleText[] {
  const lines = linesOf(text);
  const heads = lines.flatMap((line, k) => (isHead(line) ? [k] : []));
  const starts = heads.map((head) => withComments(lines, head));
  return heads.map((head, k) => ({
    name: (MODULE.exec(lines[head] ?? '')?.[1] ?? '').replace(/^"/, ''),
    text: trimmed(lines.slice(starts[k], starts[k + 1])),
  }));
}

const ARRAY = String.raw`(?:pred|[subfc]\w*\d\w*)\[[\d,<= ]*\](?:\{[^{}\s]*\})?`;
const SHAPE = new RegExp(String.raw`^\s*(?:${ARRAY}|\(${ARRAY}(?:,\s*${ARRAY})*\))\s*$`);

/** A program whose only value has the shape that a text consists of; null for other texts. */
export const programOfShape = (text: string): ModuleText | null =>
  SHAPE.test(text)
    ? {
        name: '',
        text: `ENTRY main {\n  ROOT x = ${text.trim()} parameter(0)\n}\n`,
        pane: 'layout',
      }
    : null;

const NAMELESS = new RegExp(String.raw`^\s*${ARRAY}\s+[a-z][\w-]*\(`);

/** Whether a text is a single instruction, which may have no name. */
export const isInstruction = (text: string): boolean =>
  !text.trim().includes('\n') && (INSTRUCTION.test(text) || NAMELESS.test(text));

/** Whether a text without a module's head is HLO all the same: computations, or instructions. */
export function isHeadless(text: string): boolean {
  if (isInstruction(text)) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const good = lines.filter((line) => INSTRUCTION.test(line)).length;
  return good > 0 && 2 * good >= lines.filter((line) => !/^\s*(?:\/\/|\})/.test(line)).length - 4;
}
