// SPDX-License-Identifier: Apache-2.0
// Shows the selected instruction in the text: its line, its name, and every use.
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { Place } from '../program/program_index';

const setMarks = StateEffect.define<DecorationSet>();
const line = Decoration.line({ class: 'selected-line' });
const definition = Decoration.mark({ class: 'mention definition' });
const use = Decoration.mark({ class: 'mention' });

export const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** `places`: the definition, then the uses. */
export function showMentions(view: EditorView, places: readonly Place[]): void {
  const { doc } = view.state;
  const fitting = places.filter(({ from, to }) => from < to && to <= doc.length);
  const ranges = fitting.map((place, k) =>
    (k === 0 ? definition : use).range(place.from, place.to),
  );
  const [first] = fitting;
  if (first !== undefined) ranges.push(line.range(doc.lineAt(first.from).from));
  view.dispatch({ effects: setMarks.of(Decoration.set(ranges, true)) });
}
