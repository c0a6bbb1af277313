// SPDX-License-Identifier: Apache-2.0
// Chips in the place of what is not needed to follow the computation. The text stays what it is: to
// copy or to search finds everything, a click on a chip opens it, and so does a message inside.
import { Facet, RangeSetBuilder, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { isDump } from '../base/text';
import { foldsOf, type Fold } from '../program/folds';
import { placedIn } from './diagnostics';

/** Enough of a text to recognize its origin. */
const BEGINNING = 20_000;

/** Whether anything is folded at all. */
export const folding = Facet.define<boolean, boolean>({ combine: ([on]) => on ?? true });

/** Calls up a computation by its name. */
export const goToComputation = Facet.define<(name: string) => void>();

/** Titles say no more than this. */
const LONGEST_TITLE = 600;

class Chip extends WidgetType {
  constructor(
    private readonly fold: Fold,
    private readonly hidden: string,
    /** Whether it stands inside of parentheses. */
    private readonly tight: boolean,
  ) {
    super();
  }

  override eq(other: Chip): boolean {
    return other.fold.label === this.fold.label && other.hidden === this.hidden;
  }

  override toDOM(): HTMLElement {
    const made = document.createElement('span');
    const { label, computation } = this.fold;
    made.className = `fold-chip${computation === undefined ? '' : ' call'}${this.tight ? ' tight' : ''}`;
    made.textContent = label;
    made.title = this.hidden.replace(/^,\s*/, '').slice(0, LONGEST_TITLE);
    if (computation !== undefined) made.dataset['computation'] = computation;
    return made;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const nothing = Decoration.replace({});

function isOpen(state: EditorState, from: number, to: number): boolean {
  const inside = state.selection.ranges.some(
    (range) => range.from < to && range.to > from && !(range.from <= from && range.to >= to),
  );
  return inside || placedIn(state, from, to);
}

function build(view: EditorView, dump: boolean): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (!view.state.facet(folding)) return builder.finish();
  let done = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      at = line.to + 1;
      if (line.from <= done) continue;
      done = line.from;
      for (const fold of foldsOf(line.text, dump)) {
        const begin = line.from + fold.from;
        const end = line.from + fold.to;
        if (isOpen(view.state, begin, end)) continue;
        const hidden = line.text.slice(fold.from, Math.min(fold.to, fold.from + LONGEST_TITLE + 2));
        const tight = /^[\s(]?$/.test(line.text.charAt(fold.from - 1));
        const decoration =
          fold.label === ''
            ? nothing
            : Decoration.replace({ widget: new Chip(fold, hidden, tight) });
        builder.add(begin, end, decoration);
      }
    }
  }
  return builder.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    private dump: boolean;

    constructor(view: EditorView) {
      this.dump = isDump(view.state.doc.sliceString(0, BEGINNING));
      this.decorations = build(view, this.dump);
    }

    update(update: ViewUpdate): void {
      // A program that is being written changes its nature when it is replaced, not at a key.
      if (update.docChanged) this.dump = isDump(update.state.doc.sliceString(0, BEGINNING));
      const changed = update.startState.facet(folding) !== update.state.facet(folding);
      const told = update.transactions.some(({ effects }) => effects.length > 0);
      if (update.docChanged || update.viewportChanged || update.selectionSet || changed || told) {
        this.decorations = build(update.view, this.dump);
      }
    }
  },
  {
    decorations: (own) => own.decorations,
    provide: (own) =>
      EditorView.atomicRanges.of((view) => view.plugin(own)?.decorations ?? Decoration.none),
  },
);

/** Opens the chip that is clicked, or goes to the computation that it names. */
const opening = EditorView.domEventHandlers({
  mousedown(event, view) {
    const chip = (event.target as Element | null)?.closest<HTMLElement>('.fold-chip');
    if (chip == null || event.button !== 0) return false;
    event.preventDefault();
    const { computation } = chip.dataset;
    const [go] = view.state.facet(goToComputation);
    if (computation !== undefined && go !== undefined && !event.altKey) {
      go(computation);
      return true;
    }
    const at = view.posAtDOM(chip);
    const line = view.state.doc.lineAt(at);
    const fold = foldsOf(line.text, true).find(({ from }) => line.from + from === at);
    const lead = fold ? (/^,?\s*/.exec(line.text.slice(fold.from))?.[0].length ?? 0) : 0;
    view.dispatch({ selection: { anchor: at + Math.max(1, lead) }, userEvent: 'select.unfold' });
    view.focus();
    return true;
  },
});

export const folds: Extension = [plugin, opening];
