// SPDX-License-Identifier: Apache-2.0
// Colors what is on screen, and nothing else: a dump of 100,000 lines costs as much as a short one.
import { RangeSetBuilder, type Text } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { nextToken, type Paint, type PaintState } from './tokens';

export const PAINT_CLASS: Record<NonNullable<Paint>, string> = {
  comment: 'tok-comment',
  string: 'tok-string',
  keyword: 'tok-keyword',
  typeName: 'tok-type',
  atom: 'tok-number',
  number: 'tok-number',
  opcode: 'tok-opcode',
  attribute: 'tok-attribute',
  layout: 'tok-layout',
  name: 'tok-name',
  bracket: 'tok-bracket',
};

const marks = new Map<Paint, Decoration>(
  Object.entries(PAINT_CLASS).map(([paint, name]) => [
    paint as Paint,
    Decoration.mark({ class: name }),
  ]),
);

/** How far back the beginning of a comment over several lines is looked for. */
const COMMENT_REACH = 20_000;
/** A line is read from its beginning, unless what is on screen is further in than this. */
const LINE_REACH = 4000;

/** Whether a comment is open at `at`. */
function inComment(doc: Text, at: number): boolean {
  const before = doc.sliceString(Math.max(0, at - COMMENT_REACH), at);
  const open = before.lastIndexOf('/*');
  return open >= 0 && open >= before.lastIndexOf('*/');
}

const BRACKET_STEP: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

/** Calls `paint` with each painted piece of a line's text. Shapes of operands, which old dumps repeat,
 *  are painted as what they are: beside the point. */
export function paintLine(
  text: string,
  state: PaintState,
  paint: (from: number, to: number, paint: NonNullable<Paint>) => void,
  begin = 0,
  end = text.length,
): void {
  let depth = -1;
  for (let at = begin; at < end;) {
    const { length, paint: name } = nextToken(text.slice(at), text.slice(begin, at), state);
    if (name === 'opcode') depth = 0;
    else if (depth >= 0 && name === 'bracket') depth += BRACKET_STEP[text[at] ?? ''] ?? 0;
    // Past the operands, the first attribute ends it.
    if (name === 'attribute') depth = -1;
    const repeated = depth > 0 && (name === 'typeName' || name === 'layout');
    if (name !== null) paint(at, at + length, repeated ? 'bracket' : name);
    at += length;
  }
}

function build(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { doc } = view.state;
  let painted = -1;
  for (const { from, to } of view.visibleRanges) {
    const first = doc.lineAt(from);
    const state: PaintState = { comment: inComment(doc, first.from) };
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      const begin = Math.max(
        0,
        at - line.from > LINE_REACH ? at - line.from : 0,
        painted - line.from,
      );
      const end = Math.min(line.text.length, to - line.from);
      const add = (start: number, stop: number, paint: NonNullable<Paint>): void => {
        const mark = marks.get(paint);
        if (mark) builder.add(line.from + start, line.from + stop, mark);
        painted = line.from + stop;
      };
      paintLine(line.text, state, add, begin, end);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const highlight = ViewPlugin.fromClass(
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
