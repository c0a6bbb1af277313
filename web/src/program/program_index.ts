// SPDX-License-Identifier: Apache-2.0
// Finds instructions by place in the text. All offsets here are those of the editor. A large program
// is indexed at every key, so results are computed on demand.
import { byteToUnit, unitToByte } from '../base/text';
import { usesOperand } from '../engine/outline_table';
import type { Analysis, ComputationOutline, InstructionOutline, Span } from '../engine/types';

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

interface Entry {
  outline: InstructionOutline;
  computation: ComputationOutline;
}

const entries = new WeakMap<Analysis, readonly Entry[]>();

/** The instructions of a text in its order. */
function entriesOf(analysis: Analysis): readonly Entry[] {
  const known = entries.get(analysis);
  if (known !== undefined) return known;
  const made: Entry[] = [];
  let last = 0;
  let sorted = true;
  for (const computation of analysis.computations) {
    for (const outline of computation.instructions) {
      if (outline.synthesized) continue;
      sorted &&= last <= outline.span[0];
      [last] = outline.span;
      made.push({ outline, computation });
    }
  }
  if (!sorted) made.sort((a, b) => a.outline.span[0] - b.outline.span[0]);
  entries.set(analysis, made);
  return made;
}

/** The number of the last entry that begins at or before a byte; -1 when there is none. */
function lastBefore(all: readonly Entry[], byte: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.outline.span[0] ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The instruction whose definition contains a byte of the text. */
export function instructionAt(analysis: Analysis, byte: number): InstructionOutline | null {
  const all = entriesOf(analysis);
  const outline = all[lastBefore(all, byte)]?.outline;
  return outline !== undefined && byte < outline.span[1] ? outline : null;
}

export class ProgramIndex {
  private readonly entries: readonly Entry[];
  /** Of each id: the number of its entry. Ids of instructions that the engine read are small. */
  private readonly numbers: number[] = [];
  private readonly negative = new Map<number, number>();
  private readonly unit: (byte: number) => number;
  private readonly byte: (unit: number) => number;

  constructor(text: string, analysis: Analysis) {
    this.unit = byteToUnit(text);
    this.byte = unitToByte(text);
    this.entries = entriesOf(analysis);
    for (const [number, { outline }] of this.entries.entries()) {
      const { id } = outline;
      if (id >= 0) this.numbers[id] = number;
      else this.negative.set(id, number);
    }
  }

  place([begin, end]: Span): Place {
    return { from: this.unit(begin), to: this.unit(end) };
  }

  private numberOf(id: number): number | undefined {
    return this.numbers[id] ?? this.negative.get(id);
  }

  byId(id: number): IndexedInstruction | null {
    const number = this.numberOf(id);
    return number === undefined ? null : this.made(number);
  }

  /** The instruction whose definition contains `at`. */
  at(at: number): IndexedInstruction | null {
    const number = lastBefore(this.entries, this.byte(at));
    const found = this.made(number);
    return found !== null && at <= found.whole.to ? found : null;
  }

  /** The instructions that begin in a part of the text. */
  beginningIn({ from, to }: Place): IndexedInstruction[] {
    const out: IndexedInstruction[] = [];
    const end = this.byte(to);
    for (let k = lastBefore(this.entries, this.byte(from) - 1) + 1; k < this.entries.length; k++) {
      const found = this.made(k);
      if (found === null || found.outline.span[0] > end) break;
      out.push(found);
    }
    return out;
  }

  /** All places that name the instruction `id`: its definition first, then its uses. */
  mentions(id: number): Place[] {
    const number = this.numberOf(id);
    const defined = this.byId(id);
    if (number === undefined || defined === null) return [];
    const users = this.entries[number]?.computation.instructions ?? [];
    const places = [defined.name];
    for (const user of users) {
      if (!usesOperand(user, id)) continue;
      const { operands } = user;
      user.operandSpans.forEach((span, k) => {
        if (operands[k] === id && span[0] < span[1]) places.push(this.place(span));
      });
    }
    return places;
  }

  private made(number: number): IndexedInstruction | null {
    const entry = this.entries[number];
    if (entry === undefined) return null;
    const { outline, computation } = entry;
    return {
      computation: computation.name,
      outline,
      whole: this.place(outline.span),
      name: this.place(outline.nameSpan),
      shape: this.place(outline.shapeSpan),
      opcode: this.place(outline.opcodeSpan),
      operands: outline.operandSpans.map((span, k) => ({
        ...this.place(span),
        id: outline.operands[k] ?? -1,
      })),
    };
  }
}

const inside = (place: Place, at: number): boolean => place.from <= at && at <= place.to;

/**
 * What a cursor at `at` selects: the operand it touches, else the instruction around it, else the
 * one that begins in its line.
 */
export function selectedAt(
  index: ProgramIndex,
  at: number,
  line: Place,
): IndexedInstruction | null {
  const around = index.at(at) ?? index.beginningIn(line)[0] ?? null;
  const used = around?.operands.find((operand) => inside(operand, at));
  return (used && index.byId(used.id)) ?? around;
}

/** The instructions that one written at `at` can use, nearest first. */
export function operandsBefore(
  { text, analysis }: { text: string; analysis: Analysis },
  at: number,
): { name: string; shape: string }[] {
  const unit = byteToUnit(text);
  const byte = unitToByte(text)(Math.min(at, text.length));
  const around = analysis.computations.filter(({ span: [begin] }) => begin <= byte);
  const computation = around.sort((a, b) => b.span[0] - a.span[0])[0];
  return (computation?.instructions ?? [])
    .filter(({ synthesized, span: [, end] }) => !synthesized && end < byte)
    .map(({ nameSpan: [from, to], shape }) => ({ name: text.slice(unit(from), unit(to)), shape }))
    .reverse();
}
