// SPDX-License-Identifier: Apache-2.0
// Bars beside the lines of instructions that another module has not, or has in another form.
import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { GutterMarker, gutter, type EditorView } from '@codemirror/view';

export type LineChange = 'added' | 'changed';

class Bar extends GutterMarker {
  override elementClass: string;
  constructor(readonly change: LineChange) {
    super();
    this.elementClass = `cm-change ${change}`;
  }
  override eq(other: Bar): boolean {
    return other.change === this.change;
  }
}
const BARS: Record<LineChange, Bar> = { added: new Bar('added'), changed: new Bar('changed') };

const setBars = StateEffect.define<RangeSet<GutterMarker>>();
const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(bars, transaction) {
    for (const effect of transaction.effects) if (effect.is(setBars)) return effect.value;
    return bars.map(transaction.changes);
  },
});

export const changeMarks: Extension = [
  field,
  gutter({ class: 'cm-gutter-changes', markers: (view) => view.state.field(field) }),
];

/** `changes`: by the offset at which an instruction begins. */
export function showChanges(view: EditorView, changes: ReadonlyMap<number, LineChange>): void {
  const { doc } = view.state;
  if (changes.size === 0 && view.state.field(field).size === 0) return;
  const lines = new Map<number, LineChange>();
  for (const [at, change] of changes) {
    if (at <= doc.length) lines.set(doc.lineAt(at).from, change);
  }
  const ranges = [...lines].map(([line, change]) => BARS[change].range(line));
  view.dispatch({ effects: setBars.of(RangeSet.of(ranges, true)) });
}
