// SPDX-License-Identifier: Apache-2.0
// What is to say about a text as one list: faults, warnings, a failed run, and what is not evaluated.
import type { Diagnostic, InstructionOutline, OpRow } from '../engine/types';
import type { Evaluation } from './evaluation';
import { groupDigits, plural } from '../base/sizes';
import { byteToUnit, lineAndColumn, unitToByte } from '../base/text';
import { stoppedLoops } from './loops';

/** A diagnostic, or a remark that does not point at a mistake. */
export type Message = Omit<Diagnostic, 'severity'> & { severity: Diagnostic['severity'] | 'info' };

const unevaluated = new WeakMap<readonly OpRow[], Set<string>>();

function isEvaluated(opcode: string, ops: readonly OpRow[]): boolean {
  let names = unevaluated.get(ops);
  if (names === undefined) {
    names = new Set(ops.filter(({ evaluated }) => !evaluated).map(({ name }) => name));
    unevaluated.set(ops, names);
  }
  return !names.has(opcode);
}

/** Why a good instruction is not computed, whatever its operands are; "" when it is. */
export function notEvaluated(
  evaluation: Evaluation,
  outline: InstructionOutline,
  ops: readonly OpRow[],
): string {
  if (!isEvaluated(outline.opcode, ops)) {
    return `\`${outline.opcode}\` is read and checked here, but not evaluated yet`;
  }
  if (outline.opcode !== 'constant') return '';
  const unit = byteToUnit(evaluation.text);
  const [begin, end] = outline.span;
  return evaluation.text.slice(unit(begin), unit(end)).includes('{...}')
    ? `the value of constant '${outline.name}' is elided in the text as {...}`
    : '';
}

function placed(text: string, outline: InstructionOutline, message: string): Message {
  const span = outline.opcodeSpan;
  return {
    severity: 'info',
    code: '',
    phase: 'run',
    message,
    ...lineAndColumn(text)(byteToUnit(text)(span[0])),
    length: span[1] - span[0],
    span,
    notes: [],
    fixes: [],
  };
}

function information(evaluation: Evaluation, ops: readonly OpRow[]): Message[] {
  const { text, analysis, outcome } = evaluation;
  const tooLarge = outcome?.tooLarge ?? null;
  const hasElided = text.includes('{...}');
  const told: Message[] = [];
  for (const { instructions } of analysis.computations) {
    for (const outline of instructions) {
      if (outline.id === tooLarge?.instruction) {
        told.push(placed(text, outline, tooLargeText(outline.name, tooLarge)));
      }
      if (outline.id < 0 || (!hasElided && isEvaluated(outline.opcode, ops))) continue;
      const why = notEvaluated(evaluation, outline, ops);
      if (why !== '') told.push(placed(text, outline, why));
    }
  }
  return told;
}

/** What the engine gives as the number of elements where a dimension is unbounded. */
const UNKNOWN = 2 ** 63;

export function tooLargeText(
  name: string,
  { elements, most }: { elements: number; most: number },
): string {
  if (elements >= UNKNOWN) {
    return `'${name}' has an unbounded dimension, so its size is unknown; such arrays are checked only`;
  }
  return (
    `'${name}' has ${groupDigits(elements)} elements; the page runs arrays of up to ` +
    `${groupDigits(most)}, larger ones are checked and laid out only`
  );
}

const LIMIT = /^step limit of (\d+) instructions reached/;
const CANCELLED = /^the run was cancelled after (\d+) instructions$/;
/** A place in the arguments as they are given to the engine, which no one sees. */
const IN_ARGUMENT = /^(argument \d+: )line \d+, column \d+: /;
const NO_HANDLER = /^`custom-call`: no handler registered for `(.*)`$/;

/** Why a run ended, in the page's terms. */
export function failureText({ message }: Pick<Diagnostic, 'message'>): string {
  const target = NO_HANDLER.exec(message)?.[1];
  if (target !== undefined) {
    return `custom-call to \`${target}\`: what it computes is not in the text`;
  }
  const steps = CANCELLED.exec(message)?.[1];
  if (steps !== undefined)
    return `the run was stopped after ${plural(Number(steps), 'instruction')}`;
  return message.replace(IN_ARGUMENT, '$1');
}

function stoppedText(evaluation: Evaluation, failure: Diagnostic): string {
  const loop = stoppedLoops(evaluation)[0];
  const text = failureText(failure).replace('the run was ', '');
  if (loop === undefined) return text;
  const where = `iteration ${groupDigits(loop.iteration)} of loop '${loop.outline.name}'`;
  return `${text}, in ${where}: the values in the loop are those of this iteration`;
}

/** The end of a run as a message: an error, or a remark where the text has no mistake. */
function failureMessage(evaluation: Evaluation): Message | null {
  const { text, outcome } = evaluation;
  const failure = outcome?.report.error ?? null;
  if (failure === null) return null;
  if (outcome?.again === true && failure.code === 'R01') {
    const message = failure.message.replace(
      LIMIT,
      'stopped: the values are those that $1 instructions give',
    );
    return { ...failure, severity: 'info', code: '', message };
  }
  if (failure.code === 'R04') {
    const message = stoppedText(evaluation, failure);
    return { ...failure, severity: 'info', code: '', notes: [], message };
  }
  if (NO_HANDLER.test(failure.message)) {
    return { ...failure, severity: 'info', code: '', notes: [], message: failureText(failure) };
  }
  const place = failure.line > 0 ? {} : headPlace(text);
  return { ...failure, ...place, message: failureText(failure) };
}

/** The place of what a message about the whole module is about. */
function headPlace(text: string): Pick<Message, 'line' | 'column' | 'span' | 'length'> {
  const found = /\b(?:replica_count|num_partitions)=\d+/.exec(text);
  if (found === null) return { line: 0, column: 0, span: [0, 0], length: 0 };
  const begin = unitToByte(text)(found.index);
  const { length } = found[0];
  return { ...lineAndColumn(text)(found.index), span: [begin, begin + length], length };
}

const lists = new WeakMap<Evaluation, { ops: readonly OpRow[]; list: Message[] }>();

const NO_OPS: readonly OpRow[] = [];

/** All messages of an evaluation, in textual order. */
export function messagesOf(
  evaluation: Evaluation | null,
  ops: readonly OpRow[] = NO_OPS,
): Message[] {
  // An empty text is no mistake.
  if (evaluation === null || evaluation.text.trim() === '') return [];
  const known = lists.get(evaluation);
  if (known?.ops === ops) return known.list;
  const list: Message[] = [...evaluation.analysis.diagnostics, ...information(evaluation, ops)];
  const failure = failureMessage(evaluation);
  if (failure !== null) list.push(failure);
  list.sort((a, b) => a.span[0] - b.span[0]);
  lists.set(evaluation, { ops, list });
  return list;
}

/** Messages with the remarks that say the same of several instructions together. */
export function withEqualTogether(list: readonly Message[]): Message[][] {
  const groups: Message[][] = [];
  const known = new Map<string, Message[]>();
  for (const message of list) {
    const told = message.message.replace(/'[^']*'/g, "''");
    const group = message.severity === 'info' ? known.get(told) : undefined;
    if (group !== undefined) {
      group.push(message);
      continue;
    }
    const made = [message];
    groups.push(made);
    if (message.severity === 'info') known.set(told, made);
  }
  return groups;
}

export interface Counts {
  errors: number;
  warnings: number;
  infos: number;
}

export function countMessages(list: readonly Message[]): Counts {
  const count = (wanted: Message['severity']): number =>
    list.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}

/** `2 errors, 1 warning` */
export function countText({ errors, warnings, infos }: Counts): string {
  const parts = [
    errors > 0 ? plural(errors, 'error') : '',
    warnings > 0 ? plural(warnings, 'warning') : '',
    infos > 0 ? plural(infos, 'remark') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
