// SPDX-License-Identifier: Apache-2.0
// An editor of MLIR text, beside that of the HLO text that comes of it.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  drawSelection,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { byteToUnit } from '../base/text';
import { findPanel } from './find';
import { PAINT_CLASS } from './highlight';
import { markField, showMentions } from './marks';

/** Comments, strings, ops, types, numbers. */
const TOKEN =
  /(\/\/.*)|("(?:[^"\\]|\\.)*")|(\b(?:[a-z_]\w*\.)+\w+\b(?! =))|(\b(?:tensor|tuple|complex)<[^<>]*(?:<[^<>]*>[^<>]*)*>|![\w.]+)|((?<![\w%#@.])-?\d[\w.+-]*)/g;
const PAINTS = (['comment', 'string', 'opcode', 'typeName', 'number'] as const).map((paint) =>
  Decoration.mark({ class: PAINT_CLASS[paint] }),
);
/** Constants can be lines of many megabytes. */
const LONGEST_PAINTED = 2000;

const painter = new MatchDecorator({
  regexp: TOKEN,
  decoration: (match) => PAINTS[match.slice(1).findIndex(Boolean)] ?? null,
  maxLength: LONGEST_PAINTED,
});

const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = painter.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = painter.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export interface SourceEvents {
  /** The cursor was placed in a line. */
  onLine: (line: number) => void;
  onEdit: (text: string) => void;
}

export class SourceView {
  private readonly view: EditorView;
  /** Whether the document changes by show(), not by its reader. */
  private showing = false;

  constructor(
    parent: HTMLElement,
    text: string,
    private readonly events: SourceEvents,
  ) {
    const state = EditorState.create({ doc: text, extensions: this.extensions() });
    this.view = new EditorView({ state, parent });
  }

  destroy(): void {
    this.view.destroy();
  }

  show(text: string): void {
    const { doc } = this.view.state;
    if (doc.length === text.length && doc.toString() === text) return;
    this.showing = true;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    this.showing = false;
  }

  /** Marks the op at a place and brings it into view. */
  mark(place: { line: number; column: number } | null): void {
    const { doc } = this.view.state;
    if (place === null || place.line > doc.lines) return showMentions(this.view, []);
    const line = doc.line(place.line);
    const start = byteToUnit(line.text)(place.column - 1);
    const op = /^\S*/.exec(line.text.slice(start))?.[0] ?? '';
    showMentions(this.view, [{ from: line.from + start, to: line.from + start + op.length }]);
    if (!this.view.hasFocus) this.scrollTo(line.from);
  }

  /** Places the cursor. */
  goTo(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({ selection: { anchor: from }, userEvent: 'select' });
    this.scrollTo(from);
    this.view.focus();
  }

  private scrollTo(position: number): void {
    this.view.dispatch({ effects: EditorView.scrollIntoView(position, { yMargin: 40 }) });
  }

  private extensions(): Extension {
    return [
      lineNumbers(),
      highlightSpecialChars(),
      drawSelection(),
      history(),
      search({ top: true, createPanel: findPanel }),
      highlight,
      markField,
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({
        'aria-label': 'source text',
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
      EditorView.updateListener.of((update) => this.onUpdate(update)),
    ];
  }

  private onUpdate(update: ViewUpdate): void {
    if (this.showing) return;
    const { state } = update;
    if (update.docChanged) this.events.onEdit(state.doc.toString());
    else if (update.transactions.some((transaction) => transaction.isUserEvent('select'))) {
      this.events.onLine(state.doc.lineAt(state.selection.main.head).number);
    }
  }
}
