// SPDX-License-Identifier: Apache-2.0
// The engine's outline holds good instructions only. Those with a fault are found in the text here, so
// that they can be selected, stepped to, and say why they have no value.
import { plainOutline } from '../engine/outline_table';
import type { Analysis, ComputationOutline, InstructionOutline, Span } from '../engine/types';
import { byteToUnit, unitToByte } from '../base/text';

/** Instructions found here have ids below this one; -1 is "none" to the engine. */
const FIRST_ID = -2;

export const isFaulty = ({ id }: InstructionOutline): boolean => id <= FIRST_ID;

const NAME = '%?([\\w.-]+)';
// Tuples may hold comments that count their elements.
const SHAPE = '(\\((?:/\\*[^*\\n]*\\*/|[^=/])*?\\)|\\w+\\[[^\\]\\n]*\\](?:\\{[^}\\n]*\\})?)?';
const DEFINITION = new RegExp(
  `(?<=^|\\{)[ \\t]*(ROOT[ \\t]+)?${NAME}[ \\t]*=[ \\t]*${SHAPE}[ \\t]*([a-z][\\w-]*)\\(([^)\\n]*)\\)?[^\\n}]*`,
  'gm',
);
const OPERAND = /%?([\w.-]+)(?=\s*(?:,|$))/g;

interface Definition {
  outline: InstructionOutline;
  operandNames: { name: string; span: Span }[];
}

/** The definition that a match is of; `id` is its own. */
function definitionOf(text: string, match: RegExpExecArray, id: number): Definition {
  const byte = unitToByte(text);
  const [whole, root, name = '', shape = '', opcode = '', list = ''] = match;
  const lead = whole.length - whole.trimStart().length;
  const begin = match.index + lead;
  const span = (from: number, length: number): Span => [byte(from), byte(from + length)];
  const nameAt = match.index + whole.indexOf(name, lead + (root?.length ?? 0));
  const shapeAt = match.index + whole.indexOf('=', nameAt - match.index) + 1;
  const shapeFrom = shape === '' ? shapeAt : text.indexOf(shape, shapeAt);
  const opcodeAt = text.indexOf(`${opcode}(`, shapeFrom + shape.length);
  const listAt = opcodeAt + opcode.length + 1;
  const operandNames = [...list.matchAll(OPERAND)].map((operand) => ({
    name: operand[1] ?? '',
    span: span(listAt + operand.index, operand[0].length),
  }));
  return {
    operandNames,
    outline: {
      id,
      name,
      opcode,
      shape,
      operands: [],
      calls: [],
      root: root !== undefined,
      parameter: -1,
      invented: false,
      span: span(begin, whole.trimEnd().length - lead),
      nameSpan: span(nameAt, name.length),
      shapeSpan: span(shapeFrom, shape.length),
      opcodeSpan: span(opcodeAt, opcode.length),
      operandSpans: [],
    },
  };
}

/** The parts of a computation between its good instructions that are not blank, in editor offsets.
 *  Most of a long text is good: only these parts are searched for definitions. */
function gapsIn(
  text: string,
  [begin, end]: Span,
  good: readonly InstructionOutline[],
): [from: number, to: number][] {
  const unit = byteToUnit(text);
  const taken = good.filter(({ invented }) => !invented).map(({ span }) => span);
  if (taken.some(([from], k) => k > 0 && from < (taken[k - 1]?.[0] ?? 0))) {
    taken.sort((a, b) => a[0] - b[0]);
  }
  const gaps: [number, number][] = [];
  let from = unit(begin);
  for (const [next, after] of [...taken, [end, end] as const]) {
    const to = unit(next);
    if (text.slice(from, to).trim() !== '') gaps.push([from, to]);
    from = Math.max(from, unit(after));
  }
  return gaps;
}

/** Definitions that stand in a computation where no good instruction does. */
function missingIn(text: string, computation: ComputationOutline, firstId: number): Definition[] {
  const found: Definition[] = [];
  const search = new RegExp(DEFINITION);
  for (const [from, to] of gapsIn(text, computation.span, computation.instructions)) {
    // From the start of the line: a definition begins there.
    search.lastIndex = text.lastIndexOf('\n', from - 1) + 1;
    for (let match = search.exec(text); match !== null; match = search.exec(text)) {
      if (match.index >= to) break;
      const begin = match.index + match[0].length - match[0].trimStart().length;
      if (begin < from) {
        search.lastIndex = Math.max(match.index + 1, from);
        continue;
      }
      if (begin + match[0].trim().length > to) break;
      found.push(definitionOf(text, match, firstId - found.length));
    }
  }
  return found;
}

function completed(
  text: string,
  computation: ComputationOutline,
  firstId: number,
): { computation: ComputationOutline; added: number } {
  const good = computation.instructions;
  const missing = missingIn(text, computation, firstId);
  if (missing.length === 0) return { computation, added: 0 };
  const hasRoot = missing.some(({ outline }) => outline.root);
  const known = hasRoot ? good.map(withoutRoot) : good;
  const instructions = [...known, ...missing.map(({ outline }) => outline)];
  const ids = new Map(instructions.map(({ name, id }) => [name, id]));
  for (const { outline, operandNames } of missing) {
    const operands = operandNames.filter(({ name }) => ids.has(name));
    outline.operands = operands.map(({ name }) => ids.get(name) ?? -1);
    outline.operandSpans = operands.map(({ span }) => span);
  }
  instructions.sort((a, b) => a.span[0] - b.span[0]);
  return { computation: { ...computation, instructions }, added: missing.length };
}

const withoutRoot = (outline: InstructionOutline): InstructionOutline =>
  outline.root ? { ...plainOutline(outline), root: false } : outline;

const ROOT = /ROOT\s+%?$/;

/** Does not take the last instruction that was read for the root where the text does not say so: more
 *  may follow. */
function withWrittenRoots(text: string, computation: ComputationOutline): ComputationOutline {
  const unit = byteToUnit(text);
  const isWritten = ({ nameSpan: [begin] }: InstructionOutline): boolean =>
    ROOT.test(text.slice(Math.max(0, unit(begin) - 20), unit(begin)));
  const instructions = computation.instructions.map((outline) =>
    outline.root && !outline.invented && !isWritten(outline)
      ? { ...plainOutline(outline), root: false }
      : outline,
  );
  return { ...computation, instructions };
}

/** The analysis of a text with its faulty instructions among the others, in textual order. */
export function withFaulty(text: string, analysis: Analysis): Analysis {
  if (analysis.ok) return analysis;
  let nextId = FIRST_ID;
  const computations = analysis.computations.map((entry) => {
    const { computation, added } = completed(text, withWrittenRoots(text, entry), nextId);
    nextId -= added;
    return computation;
  });
  return { ...analysis, computations };
}
