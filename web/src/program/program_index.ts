// SPDX-License-Identifier: Apache-2.0
// Finds instructions by place in the text. All offsets here are those of the editor.
import type { Analysis, InstructionOutline, Span } from '../engine/types';
import { byteToUnit } from '../base/text';

export interface Place {
  from: number;
  to: number;
}

export interface IndexedInstruction {
  computation: string;
  outline: InstructionOutline;
  whole: Place;
  name: Place;
  shape: Place;
  opcode: Place;
  operands: (Place & { id: number })[];
}

export interface ProgramIndex {
  instructions: IndexedInstruction[];
  byId: Map<number, IndexedInstruction>;
  place: (span: Span) => Place;
}

export function indexProgram(text: string, analysis: Analysis): ProgramIndex {
  const unit = byteToUnit(text);
  const place = ([begin, end]: Span): Place => ({ from: unit(begin), to: unit(end) });
  const instructions = analysis.computations.flatMap((computation) =>
    computation.instructions
      .filter((outline) => !outline.invented)
      .map((outline) => ({
        computation: computation.name,
        outline,
        whole: place(outline.span),
        name: place(outline.nameSpan),
        shape: place(outline.shapeSpan),
        opcode: place(outline.opcodeSpan),
        operands: outline.operandSpans.map((span, k) => ({
          ...place(span),
          id: outline.operands[k] ?? -1,
        })),
      })),
  );
  const byId = new Map(instructions.map((entry) => [entry.outline.id, entry]));
  return { instructions, byId, place };
}

const inside = (place: Place, at: number): boolean => place.from <= at && at <= place.to;

/** The instruction whose definition `at` stands in. */
export function instructionAt(index: ProgramIndex, at: number): IndexedInstruction | null {
  return index.instructions.find(({ whole }) => inside(whole, at)) ?? null;
}

/**
 * What a cursor at `at` selects: the operand it touches, else the instruction around it, else the
 * one that begins in its line.
 */
export function selectedAt(
  index: ProgramIndex,
  at: number,
  line: Place,
): IndexedInstruction | null {
  const around =
    instructionAt(index, at) ??
    index.instructions.find(({ whole }) => inside(line, whole.from)) ??
    null;
  const used = around?.operands.find((operand) => inside(operand, at));
  return (used && index.byId.get(used.id)) ?? around;
}

/** All places that name the instruction `id`: its definition first, then its uses. */
export function mentions(index: ProgramIndex, id: number): Place[] {
  const defined = index.byId.get(id);
  if (defined === undefined) return [];
  const uses = index.instructions.flatMap(({ operands }) =>
    operands.filter((operand) => operand.id === id && operand.from < operand.to),
  );
  return [defined.name, ...uses];
}
