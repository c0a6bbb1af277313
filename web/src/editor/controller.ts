// SPDX-License-Identifier: Apache-2.0
// The editor and what it shows of an evaluation. It listens to the store by itself, so that typing
// never waits for the panes.
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { changedPart, unitToByte } from '../base/text';
import type { Ask } from '../engine/protocol';
import type { Span } from '../engine/types';
import { deviceIn } from '../engine/devices';
import type { Change } from '../program/edits';
import type { Evaluation } from '../program/evaluation';
import { messagesOf } from '../program/messages';
import {
  ProgramIndex,
  operandsBefore,
  selectedAt,
  type IndexedInstruction,
  type Place,
} from '../program/program_index';
import { findSelected } from '../program/selection';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import type { CardSource } from './cards';
import type { LineChange } from './change_marks';
import type { CompletionSource } from './completion';
import { diagnostics, inContext, showDiagnostics, stepMessage } from './diagnostics';
import type * as ExtrasModule from './extras';
import { folding, folds, goToComputation } from './folds';
import { hangingIndent } from './hanging_indent';
import { highlight } from './highlight';
import { VisibleValues, aroundValues, inlineValueField } from './inline_values';
import { markField, showMentions } from './marks';
import { opensAsProgram } from './paste';

export interface EditorHandle {
  focus: () => void;
  /** Places the cursor; offsets of the text as it is now. */
  goTo: (from: number, to?: number) => void;
  edit: (changes: readonly Change[]) => void;
  openSearch: () => void;
  /** To the next (1) or previous (-1) message. */
  stepMessage: (by: number) => void;
}

/** The part of the text that is on screen. */
export interface Viewport {
  bytes: Span;
}

export interface EditorOptions {
  store: Store;
  ask: Ask;
  viewport: Viewport;
  extras: () => Promise<typeof ExtrasModule>;
  /** Gets a whole program that is pasted. */
  onPaste: (text: string) => void;
}

/** How long messages of a text wait for its run, so that they come with the values. */
const MESSAGE_PATIENCE_MS = 60;

const LANGUAGE_DATA = {
  commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
  closeBrackets: { brackets: ['(', '[', '{', '"'] },
  indentOnInput: /^\s*\}$/,
};

export class EditorController implements EditorHandle {
  readonly view: EditorView;
  private index: ProgramIndex | null = null;
  /** Whether the program is to be scrolled to its entry or its selection when it has been read. */
  private lands: boolean;
  private messageTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;
  private readonly late = new Compartment();
  private readonly shape = new Compartment();
  private readonly narrow = window.matchMedia('(max-width: 760px)');
  private readonly extras: Promise<ExtrasModule.Extras>;
  /** The text of a document; making it of a long one takes a while. */
  private read: { doc: Text; text: string };

  private readonly store: Store;
  private readonly values: VisibleValues;

  constructor(
    parent: HTMLElement,
    private readonly options: EditorOptions,
  ) {
    const { store, extras } = options;
    this.store = store;
    const { text, example } = store.state();
    // An example is shown from its first line; a link and a kept program, where one was.
    this.lands = example === null;
    const state = EditorState.create({ doc: text, extensions: this.extensions() });
    this.read = { doc: state.doc, text };
    this.view = new EditorView({ state, parent });
    this.values = new VisibleValues(this.view, options.ask);
    this.noteViewport();
    this.unsubscribe = store.subscribe((next, before) => this.follow(next, before));
    this.narrow.addEventListener('change', this.reshape);
    const { evaluation } = store.state();
    if (evaluation !== null) this.showEvaluation(evaluation);
    this.extras = extras().then(({ makeExtras }) => {
      const made = makeExtras(this.words(), this.cardSource());
      this.view.dispatch({ effects: this.late.reconfigure(made.extension) });
      return made;
    });
    // Without them one can still read and type.
    this.extras.catch(() => undefined);
  }

  destroy(): void {
    this.unsubscribe();
    this.narrow.removeEventListener('change', this.reshape);
    clearTimeout(this.messageTimer);
    this.values.stop();
    this.view.destroy();
  }

  /** With the cursor on the selected instruction. */
  focus(): void {
    const [place] = this.selected();
    if (place !== undefined && this.atCursor()?.name.from !== place.from) {
      this.view.dispatch({ selection: { anchor: place.from }, effects: inContext(place.from) });
    }
    this.view.focus();
  }

  goTo(from: number, to = from): void {
    const end = this.view.state.doc.length;
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    this.view.dispatch({ selection, effects: inContext(selection.head), userEvent: 'select' });
    this.view.focus();
  }

  edit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.view.dispatch({ changes, userEvent: 'input' });
  }

  openSearch(): void {
    this.view.focus();
    void this.extras.then(({ openSearch }) => openSearch(this.view));
  }

  stepMessage(by: number): void {
    this.view.focus();
    stepMessage(this.view, by);
  }

  private extensions(): Extension {
    return [
      diagnostics,
      lineNumbers(),
      highlightSpecialChars(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorState.languageData.of(() => [LANGUAGE_DATA]),
      this.shape.of(this.shaped()),
      goToComputation.of((name) => this.selectComputation(name)),
      highlight,
      folds,
      inlineValueField,
      markField,
      this.late.of([]),
      keymap.of([
        { key: 'F8', run: (view) => stepMessage(view, 1) },
        { key: 'Shift-F8', run: (view) => stepMessage(view, -1) },
        { key: 'F12', run: () => this.goToDefinition() },
      ]),
      EditorView.contentAttributes.of({
        'aria-label': 'HLO text',
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
      EditorView.domEventHandlers({ paste: (event) => this.paste(event) }),
      EditorView.updateListener.of((update) => this.onUpdate(update)),
    ];
  }

  /** Lines do not wrap, except on narrow screens and when all of the text is shown. */
  private shaped(): Extension {
    const { folded } = this.store.state();
    const wraps = this.narrow.matches || !folded;
    return [folding.of(folded), wraps ? [EditorView.lineWrapping, hangingIndent] : aroundValues];
  }

  private readonly reshape = (): void => {
    this.view.dispatch({ effects: this.shape.reconfigure(this.shaped()) });
  };

  private selectComputation(name: string): void {
    const { evaluation } = this.store.state();
    const found = evaluation?.analysis.computations.find((entry) => entry.name === name);
    const root = found?.instructions.find((outline) => outline.root) ?? found?.instructions.at(-1);
    const place = root && this.index?.byId(root.id);
    if (found === undefined || root === undefined) return;
    const selection = { computation: found.name, instruction: root.name };
    this.store.dispatch({ kind: 'select', selection });
    if (place === undefined || place === null) return;
    const header = this.index?.place(found.nameSpan).from ?? place.name.from;
    this.view.dispatch({
      selection: { anchor: place.name.from },
      effects: EditorView.scrollIntoView(header, { y: 'start', yMargin: 24, x: 'start' }),
      userEvent: 'select',
    });
    this.view.focus();
  }

  /** The text of the editor. */
  private text(): string {
    const { doc } = this.view.state;
    if (this.read.doc !== doc) this.read = { doc, text: doc.toString() };
    return this.read.text;
  }

  /** The index, if it is of the text on screen. */
  private freshIndex(): ProgramIndex | null {
    const { evaluation, text } = this.store.state();
    return evaluation !== null && evaluation.text === text ? this.index : null;
  }

  private noteViewport(): void {
    const { from, to } = this.view.viewport;
    const byte = unitToByte(this.text());
    this.options.viewport.bytes = [byte(from), byte(to)];
  }

  private onUpdate(update: ViewUpdate): void {
    if (update.viewportChanged || update.docChanged) this.noteViewport();
    if (update.viewportChanged) this.values.askForMore(this.freshIndex());
    if (update.docChanged) {
      this.store.dispatch({ kind: 'edit', text: this.text() });
    } else if (update.selectionSet && update.transactions.some((t) => t.isUserEvent('select'))) {
      this.selectAtCursor();
    }
  }

  private paste(event: ClipboardEvent): boolean {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const { doc, selection } = this.view.state;
    const { example, text } = this.store.state();
    const { from, to } = selection.main;
    const untouched = example !== null && example.text === text;
    const takesAll = (from === 0 && to === doc.length) || text.trim() === '';
    if (!opensAsProgram(pasted, { takesAll, untouched })) return false;
    event.preventDefault();
    this.options.onPaste(pasted);
    return true;
  }

  private atCursor(): IndexedInstruction | null {
    const index = this.freshIndex();
    const { doc, selection } = this.view.state;
    const { head } = selection.main;
    return index && selectedAt(index, head, doc.lineAt(head));
  }

  private selectAtCursor(): void {
    const found = this.atCursor();
    if (found === null) return;
    const selection = { computation: found.computation, instruction: found.outline.name };
    this.store.dispatch({ kind: 'select', selection });
  }

  private goToDefinition(): boolean {
    const found = this.atCursor();
    if (found === null) return false;
    this.goTo(found.name.from, found.name.to);
    return true;
  }

  private follow(state: State, before: State): void {
    const { view } = this;
    if (state.program !== before.program || state.module !== before.module) this.lands = true;
    if (state.text !== before.text && state.text !== this.text()) {
      if (this.lands) {
        const changes = { from: 0, to: view.state.doc.length, insert: state.text };
        view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true });
      } else view.dispatch({ changes: changedPart(this.text(), state.text) });
    }
    if (state.folded !== before.folded) this.reshape();
    if (state.evaluation !== before.evaluation && state.evaluation !== null) {
      this.showEvaluation(state.evaluation);
    } else if (state.device !== before.device && this.index !== null && state.evaluation?.done) {
      this.values.show(state.evaluation, state.device, this.index);
    } else if (state.selection !== before.selection) {
      this.showSelection(true);
    }
    if (state.changes !== before.changes) this.showChanges(state.changes);
  }

  /** Marks the instructions that changed, if it is the text on screen that was compared. */
  private showChanges(changes: State['changes']): void {
    const index = this.freshIndex();
    const { evaluation } = this.store.state();
    const places = new Map<number, LineChange>();
    if (changes !== null && changes.program === evaluation?.analysis.program) {
      for (const [id, change] of changes.of) {
        const place = index?.byId(id)?.name.from;
        if (place !== undefined) places.set(place, change);
      }
    }
    this.extras.then(
      (extras) => extras.showChanges(this.view, places),
      () => undefined,
    );
  }

  private showEvaluation(evaluation: Evaluation): void {
    if (evaluation.text !== this.text()) return;
    this.index = new ProgramIndex(evaluation.text, evaluation.analysis);
    clearTimeout(this.messageTimer);
    if (!evaluation.done && evaluation.outcome === null) {
      const show = (): void => this.showMessages(evaluation);
      this.messageTimer = setTimeout(show, MESSAGE_PATIENCE_MS);
      return;
    }
    this.showMessages(evaluation);
    this.values.show(evaluation, this.store.state().device, this.index);
    this.showSelection(false);
    this.land(evaluation);
  }

  /** A program that was opened is shown from where it begins to run. */
  private land({ analysis }: Evaluation): void {
    if (!this.lands || this.index === null) return;
    this.lands = false;
    const entry = analysis.computations.find((computation) => computation.entry);
    const { selection } = this.store.state();
    if (selection !== null && findSelected(analysis, selection) !== null) {
      this.scrollTo(this.selected()[0]);
    } else if (entry !== undefined) {
      const { from } = this.index.place(entry.nameSpan);
      this.view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 8 }) });
    }
  }

  private showMessages(evaluation: Evaluation): void {
    if (evaluation.text !== this.text()) return;
    showDiagnostics(
      this.view,
      evaluation.text,
      messagesOf(evaluation, this.store.state().tables?.ops),
    );
  }

  private showSelection(scroll: boolean): void {
    if (this.freshIndex() === null) return;
    const places = this.selected();
    showMentions(this.view, places);
    if (scroll && !this.view.hasFocus) this.scrollTo(places[0]);
  }

  /** Where the selected instruction is named, if the text has been read. */
  private selected(): Place[] {
    const { evaluation, selection } = this.store.state();
    const found = evaluation && findSelected(evaluation.analysis, selection);
    return (found && this.freshIndex()?.mentions(found.outline.id)) ?? [];
  }

  private scrollTo(place: Place | undefined): void {
    if (place === undefined) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(place.from, { yMargin: 40 }) });
  }

  private cardSource(): CardSource {
    const state = (): State => this.store.state();
    return {
      index: () => this.freshIndex(),
      evaluation: () => state().evaluation,
      ops: () => state().tables?.ops ?? [],
      codes: () => state().tables?.codes ?? [],
      preview: async (id) => {
        const { shown, evaluation } = state();
        if (shown?.outcome == null || shown !== evaluation) return null;
        const device = deviceIn(shown.analysis, state().device);
        const asked = this.options.ask('previews', shown.analysis.program, device, [id]);
        return (await asked.catch(() => []))[0] ?? null;
      },
      layout: async (shape) => (await this.options.ask('describe', shape)).leaves[0] ?? null,
    };
  }

  private words(): CompletionSource {
    return {
      ops: () => this.store.state().tables?.ops ?? [],
      operandsAt: (position) => {
        const { evaluation } = this.store.state();
        return evaluation === null ? [] : operandsBefore(evaluation, position);
      },
      computations: () =>
        this.store.state().evaluation?.analysis.computations.map(({ name }) => name) ?? [],
    };
  }
}
