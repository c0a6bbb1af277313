// SPDX-License-Identifier: Apache-2.0
// Squiggles in the text and signs in the gutter. The cards over them are in cards.ts.
import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
} from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, type DecorationSet } from '@codemirror/view';
import { byteToUnit } from '../base/text';
import type { Message } from '../program/messages';
import { noteMessage } from './cursor_message';
import { element } from './elements';

/** A message at its place in the editor's text. */
export interface Placed {
  from: number;
  to: number;
  message: Message;
  /** The text that its spans count in. */
  text: string;
}

interface Shown {
  placed: readonly Placed[];
  marks: DecorationSet;
  signs: RangeSet<GutterMarker>;
}

const NONE: Shown = { placed: [], marks: Decoration.none, signs: RangeSet.of<GutterMarker>([]) };
const setShown = StateEffect.define<Shown>();

const SEVERITIES = ['error', 'warning', 'info'] as const;
type Severity = (typeof SEVERITIES)[number];
const SIGN: Record<Severity, string> = { error: '✕', warning: '!', info: 'i' };

class Sign extends GutterMarker {
  constructor(private readonly severity: Severity) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.severity === this.severity;
  }
  override toDOM(): Node {
    return element('span', `gutter-sign ${this.severity}`, SIGN[this.severity]);
  }
}
const signOf = Object.fromEntries(SEVERITIES.map((name) => [name, new Sign(name)])) as Record<
  Severity,
  Sign
>;
const squiggleOf = Object.fromEntries(
  SEVERITIES.map((name) => [name, Decoration.mark({ class: `squiggle ${name}` })]),
) as Record<Severity, Decoration>;

const field = StateField.define<Shown>({
  create: () => NONE,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setShown)) return effect.value;
    if (!transaction.docChanged) return shown;
    const { changes } = transaction;
    const moved = shown.placed.map((entry) => ({
      ...entry,
      from: changes.mapPos(entry.from, 1),
      to: Math.max(changes.mapPos(entry.from, 1), changes.mapPos(entry.to, -1)),
    }));
    // A message about text that is gone goes with it.
    const placed = moved.filter(({ from, to, message }) => from < to || message.length === 0);
    if (placed.length === 0) return NONE;
    return { placed, marks: shown.marks.map(changes), signs: shown.signs.map(changes) };
  },
  provide: (own) => EditorView.decorations.from(own, ({ marks }) => marks),
});

export const diagnostics: Extension = [
  field,
  EditorView.updateListener.of(({ state, startState, selectionSet, docChanged }) => {
    if (!selectionSet && state.field(field) === startState.field(field)) return;
    noteMessage(atCursor(state)?.message ?? null, selectionSet && !docChanged);
  }),
  gutter({ class: 'cm-gutter-messages', markers: (view) => view.state.field(field).signs }),
];

/** Scrolls to a place with some lines around it. */
export const inContext = (at: number): StateEffect<unknown> =>
  EditorView.scrollIntoView(at, { yMargin: 80 });

export const messagesAt = (state: EditorState, at: number): readonly Placed[] =>
  state.field(field).placed.filter(({ from, to }) => from <= at && at <= Math.max(to, from + 1));

/** The message that the cursor is at: the one that is selected, else the last one to begin. */
export function atCursor(state: EditorState): Placed | undefined {
  const { from, to } = state.selection.main;
  const found = messagesAt(state, from);
  return found.find((entry) => entry.from === from && entry.to === to) ?? found.at(-1);
}

/** Whether a message is about something in [from, to). */
export const placedIn = (state: EditorState, begin: number, end: number): boolean =>
  state.field(field).placed.some(({ from, to }) => from < end && Math.max(to, from + 1) > begin);

/** The worst message of each line as a sign. */
function signsOf(state: EditorState, placed: readonly Placed[]): RangeSet<GutterMarker> {
  const worst = new Map<number, Severity>();
  for (const { from, message } of placed) {
    const line = state.doc.lineAt(from).from;
    const known = worst.get(line);
    const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
    if (known === undefined || rank(message.severity) < rank(known)) {
      worst.set(line, message.severity);
    }
  }
  return RangeSet.of(
    [...worst].map(([line, severity]) => signOf[severity].range(line)),
    true,
  );
}

export function showDiagnostics(view: EditorView, text: string, list: readonly Message[]): void {
  if (list.length === 0 && view.state.field(field).placed.length === 0) return;
  const unit = byteToUnit(text);
  const { doc } = view.state;
  // A message about all of the text has no place in it.
  const placed = list
    .filter(({ line }) => line > 0)
    .map((message): Placed => {
      const from = Math.min(unit(message.span[0]), doc.length);
      const to = Math.max(from, Math.min(unit(message.span[1]), doc.length));
      return { from, to, message, text };
    });
  const marks = placed.flatMap(({ from, to, message }): Range<Decoration>[] => {
    // A fault at the end of a line has no character of its own: the one before it stands for it.
    const line = doc.lineAt(from);
    const start = from === to && from === line.to ? Math.max(line.from, from - 1) : from;
    const stop = Math.max(to, Math.min(start + 1, line.to));
    return start < stop ? [squiggleOf[message.severity].range(start, stop)] : [];
  });
  const shown = { placed, marks: Decoration.set(marks, true), signs: signsOf(view.state, placed) };
  view.dispatch({ effects: setShown.of(shown) });
}

/** Selects the next (1) or previous (-1) message, round the end. */
export function stepMessage(view: EditorView, by: number): boolean {
  const { placed } = view.state.field(field);
  if (placed.length === 0) return false;
  const { from, to } = view.state.selection.main;
  const sorted = [...placed].sort((a, b) => a.from - b.from || a.to - b.to);
  const isSelected = (entry: Placed): boolean => entry.from === from && entry.to === to;
  // Several may be about one place.
  const at = by > 0 ? sorted.findLastIndex(isSelected) : sorted.findIndex(isSelected);
  const after = sorted.findIndex((entry) => entry.from > from);
  const before = sorted.findLastIndex((entry) => entry.from < from);
  const step = at >= 0 ? at + by : by > 0 ? (after < 0 ? 0 : after) : before;
  const next = sorted.at(step % sorted.length);
  if (next === undefined) return false;
  const selection = { anchor: next.from, head: next.to };
  view.dispatch({ selection, effects: inContext(next.from), userEvent: 'select' });
  return true;
}
