// SPDX-License-Identifier: Apache-2.0
// The outline of a program as the module gives it: one list of numbers for all instructions. A program
// of 100,000 lines takes 8 MB this way; as objects with all their lists it would take 200 MB, twice.
import type { Analysis, ComputationOutline, InstructionOutline, OutlineTable, Span } from './types';

/** Numbers of a record before its lists. */
const OPCODE = 0;
const SHAPE = 1;
const FLAGS = 2;
const PARAMETER = 3;
const SPANS = 4;
const LISTS = 12;

interface Table {
  words: readonly string[];
  elements: readonly number[];
  numbers: Int32Array;
}

/** The ids of instructions with an error go down from here; -1 is "none". */
const FIRST_FAULTY = -2;
export const isFaulty = ({ id }: InstructionOutline): boolean => id <= FIRST_FAULTY;

const NONE: readonly number[] = Object.freeze([]);

/** An instruction that reads what it is asked for from the table. */
class TableInstruction implements InstructionOutline {
  constructor(
    private readonly table: Table,
    private readonly at: number,
    readonly id: number,
    readonly name: string,
  ) {}

  private number(offset: number): number {
    return this.table.numbers[this.at + offset] ?? 0;
  }
  private spanAt(offset: number): Span {
    return [this.number(offset), this.number(offset + 1)];
  }
  private list(from: number): readonly number[] {
    if (this.number(from) === 0) return NONE;
    const out: number[] = [];
    for (let k = 1; k <= this.number(from); k++) out.push(this.number(from + k));
    return out;
  }
  private get callsAt(): number {
    return LISTS + 1 + this.number(LISTS);
  }

  get opcode(): string {
    return this.table.words[this.number(OPCODE)] ?? '';
  }
  get shape(): string {
    return this.table.words[this.number(SHAPE)] ?? '';
  }
  get elements(): number {
    return this.table.elements[this.number(SHAPE)] ?? 0;
  }
  get root(): boolean {
    return (this.number(FLAGS) & 1) !== 0;
  }
  get synthesized(): boolean {
    return (this.number(FLAGS) & 2) !== 0;
  }
  get parameter(): number {
    return this.number(PARAMETER);
  }
  get span(): Span {
    return this.spanAt(SPANS);
  }
  get nameSpan(): Span {
    return this.spanAt(SPANS + 2);
  }
  get shapeSpan(): Span {
    return this.spanAt(SPANS + 4);
  }
  get opcodeSpan(): Span {
    return this.spanAt(SPANS + 6);
  }
  uses(id: number): boolean {
    const end = LISTS + this.number(LISTS);
    for (let k = LISTS + 1; k <= end; k++) if (this.number(k) === id) return true;
    return false;
  }

  get operands(): number[] {
    return this.list(LISTS) as number[];
  }
  get calls(): number[] {
    return this.list(this.callsAt) as number[];
  }
  get operandSpans(): Span[] {
    const at = this.callsAt + 1 + this.number(this.callsAt);
    const out: Span[] = [];
    for (let k = 0; k < this.number(at); k++) out.push(this.spanAt(at + 1 + 2 * k));
    return out;
  }

  toJSON(): InstructionOutline {
    return plainOutline(this);
  }
}

/** Whether an instruction has an operand. Called for every instruction of a long program. */
export const usesOperand = (outline: InstructionOutline, id: number): boolean =>
  outline instanceof TableInstruction ? outline.uses(id) : outline.operands.includes(id);

/** The same as an object of its own. */
export const plainOutline = (outline: InstructionOutline): InstructionOutline => ({
  id: outline.id,
  name: outline.name,
  opcode: outline.opcode,
  shape: outline.shape,
  elements: outline.elements,
  operands: [...outline.operands],
  calls: [...outline.calls],
  root: outline.root,
  parameter: outline.parameter,
  synthesized: outline.synthesized,
  span: outline.span,
  nameSpan: outline.nameSpan,
  shapeSpan: outline.shapeSpan,
  opcodeSpan: outline.opcodeSpan,
  operandSpans: outline.operandSpans,
});

/** The length of the record at `at`. */
function recordLength(numbers: Int32Array, at: number): number {
  let length = LISTS;
  length += 1 + (numbers[at + length] ?? 0);
  length += 1 + (numbers[at + length] ?? 0);
  return length + 1 + 2 * (numbers[at + length] ?? 0);
}

interface TableJson {
  computations: (Omit<ComputationOutline, 'instructions'> & { names: string[] })[];
  words: string[];
  elements: number[];
}

export function readOutline({ json, numbers }: OutlineTable): ComputationOutline[] {
  if (json === '') return [];
  const { computations, words, elements } = JSON.parse(json) as TableJson;
  const table = { words, elements, numbers };
  let at = 0;
  let validId = 0;
  let faultyId = FIRST_FAULTY;
  return computations.map(({ name, entry, span, nameSpan, names }) => ({
    name,
    entry,
    span,
    nameSpan,
    instructions: names.map((own) => {
      const faulty = ((numbers[at + FLAGS] ?? 0) & 4) !== 0;
      const made = new TableInstruction(table, at, faulty ? faultyId-- : validId++, own);
      at += recordLength(numbers, at);
      return made;
    }),
  }));
}

/** An analysis on its way from the engine service to the engine client. */
export interface AnalysisRead {
  /** The JSON of an Analysis without computations. */
  head: string;
  outline: OutlineTable;
}

export const analysisOf = ({ head, outline }: AnalysisRead): Analysis => ({
  ...(JSON.parse(head) as Analysis),
  computations: readOutline(outline),
});
