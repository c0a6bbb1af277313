// SPDX-License-Identifier: Apache-2.0
// A wrapped line goes on further in than it began, so that line starts stay visible.
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';

const EXTRA = 4;
const MAX_INDENT = 24;
const byIndent = new Map<number, Decoration>();

function decorationFor(indent: number): Decoration {
  let made = byIndent.get(indent);
  if (made === undefined) {
    const style = `padding-inline-start: calc(6px + ${indent}ch); text-indent: -${indent}ch`;
    made = Decoration.line({ attributes: { style } });
    byIndent.set(indent, made);
  }
  return made;
}

function build(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const blank = /^ */.exec(line.text)?.[0].length ?? 0;
      builder.add(line.from, line.from, decorationFor(Math.min(MAX_INDENT, blank + EXTRA)));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingIndent = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = build(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = build(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
