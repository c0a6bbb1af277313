// SPDX-License-Identifier: Apache-2.0
// Bars at the lines of instructions that another module has not, or has in another form.
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

export type LineChange = 'added' | 'changed';

const LINES: Record<LineChange, Decoration> = {
  added: Decoration.line({ class: 'cm-change added' }),
  changed: Decoration.line({ class: 'cm-change changed' }),
};

const setBars = StateEffect.define<DecorationSet>();

/** Decorations of lines: another gutter would move the text when it appears. */
export const changeMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(bars, transaction) {
    for (const effect of transaction.effects) if (effect.is(setBars)) return effect.value;
    return bars.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** `changes`: by the offset at which an instruction begins. */
export function showChanges(view: EditorView, changes: ReadonlyMap<number, LineChange>): void {
  const { doc } = view.state;
  if (changes.size === 0 && view.state.field(changeMarks).size === 0) return;
  const lines = new Map<number, LineChange>();
  for (const [at, change] of changes) {
    if (at <= doc.length) lines.set(doc.lineAt(at).from, change);
  }
  const ranges = [...lines].map(([line, change]) => LINES[change].range(line));
  view.dispatch({ effects: setBars.of(Decoration.set(ranges, true)) });
}
