// SPDX-License-Identifier: Apache-2.0
// The engine's outline holds good instructions only. Those with a fault are found in the text here,
// so that they can be selected, stepped to and asked why they have no value.
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

function definitions(text: string): Definition[] {
  const byte = unitToByte(text);
  return [...text.matchAll(DEFINITION)].map((match, k) => {
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
        id: FIRST_ID - k,
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
  });
}

/** Those of `found` that stand inside `whole` and where no good instruction does; all in order. */
function missingIn(
  whole: Span,
  found: Definition[],
  good: readonly InstructionOutline[],
): Definition[] {
  const taken = good.filter(({ invented }) => !invented).map(({ span }) => span);
  taken.sort((a, b) => a[0] - b[0]);
  let at = 0;
  return found.filter(({ outline: { span } }) => {
    if (span[0] < whole[0] || span[0] >= whole[1]) return false;
    while ((taken[at]?.[1] ?? Infinity) <= span[0]) at += 1;
    return (taken[at]?.[0] ?? Infinity) >= span[1];
  });
}

function completed(computation: ComputationOutline, found: Definition[]): ComputationOutline {
  const good = computation.instructions;
  const missing = missingIn(computation.span, found, good);
  if (missing.length === 0) return computation;
  const hasRoot = missing.some(({ outline }) => outline.root);
  const known = hasRoot ? good.map((outline) => ({ ...plainOutline(outline), root: false })) : good;
  const instructions = [...known, ...missing.map(({ outline }) => outline)];
  const ids = new Map(instructions.map(({ name, id }) => [name, id]));
  for (const { outline, operandNames } of missing) {
    const operands = operandNames.filter(({ name }) => ids.has(name));
    outline.operands = operands.map(({ name }) => ids.get(name) ?? -1);
    outline.operandSpans = operands.map(({ span }) => span);
  }
  return { ...computation, instructions: instructions.sort((a, b) => a.span[0] - b.span[0]) };
}

const ROOT = /ROOT\s+%?$/;

/** Takes the last instruction that was read for no root where the text does not say so: more may
 *  follow. */
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
  const found = definitions(text);
  const computations = analysis.computations.map((computation) =>
    completed(withWrittenRoots(text, computation), found),
  );
  return { ...analysis, computations };
}
