// SPDX-License-Identifier: Apache-2.0
// The text. It listens to the store by itself, so that typing never waits for the panes.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Ask } from '../engine/protocol';
import { findSelected } from '../program/selection';
import { type Evaluation } from '../program/evaluation';
import { type State } from '../state/state';
import type { Store } from '../state/store';
import { completeHlo, type CompletionSource } from './completion';
import { showDiagnostics } from './diagnostics';
import { hangingIndent } from './hanging_indent';
import { hloLanguage } from './hlo_language';
import { hoverDocs } from './hover';
import { inlineValueField, inlineValues, setInlineValues } from './inline_values';
import { markField, showMentions } from './marks';
import { messagesOf } from '../program/messages';
import {
  indexProgram,
  mentions,
  selectedAt,
  type IndexedInstruction,
  type ProgramIndex,
} from '../program/program_index';

export interface EditorHandle {
  focus(): void;
  /** Places the cursor; offsets of the text as it is now. */
  goTo(from: number, to?: number): void;
  replace(from: number, to: number, insert: string): void;
  openSearch(): void;
  /** To the next (1) or previous (-1) message. */
  stepMessage(by: number): void;
}

/** How long messages of a text wait for its run, so that they come with the values. */
const MESSAGE_PATIENCE_MS = 60;

class EditorController implements EditorHandle {
  readonly view: EditorView;
  private index: ProgramIndex | null = null;
  private messageTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;

  constructor(
    parent: HTMLElement,
    private readonly store: Store,
    private readonly ask: Ask,
  ) {
    const doc = store.state().text;
    const state = EditorState.create({ doc, extensions: this.extensions() });
    this.view = new EditorView({ state, parent });
    this.unsubscribe = store.subscribe((next, before) => this.follow(next, before));
    const { evaluation } = store.state();
    if (evaluation !== null) this.showEvaluation(evaluation);
  }

  destroy(): void {
    this.unsubscribe();
    clearTimeout(this.messageTimer);
    this.view.destroy();
  }

  focus(): void {
    this.view.focus();
  }

  goTo(from: number, to = from): void {
    const end = this.view.state.doc.length;
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    this.view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' });
    this.view.focus();
  }

  replace(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, userEvent: 'input' });
  }

  openSearch(): void {
    this.view.focus();
    const binding = searchKeymap.find(({ key }) => key === 'Mod-f');
    binding?.run?.(this.view);
  }

  stepMessage(by: number): void {
    this.view.focus();
    (by < 0 ? previousDiagnostic : nextDiagnostic)(this.view);
  }

  private extensions(): Extension {
    return [
      lineNumbers(),
      lintGutter({ hoverTime: 150 }),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorView.lineWrapping,
      hangingIndent,
      hloLanguage(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completeHlo(this.completionSource())], icons: false }),
      highlightSelectionMatches(),
      search({ top: true }),
      inlineValueField,
      markField,
      hoverDocs({
        index: () => this.freshIndex(),
        ops: () => this.store.state().tables?.ops ?? [],
        preview: (id) =>
          this.store
            .state()
            .shown?.outcome?.previews.find(({ instruction }) => instruction === id) ?? null,
        layout: async (shape) => (await this.ask('describe', shape)).leaves[0] ?? null,
      }),
      keymap.of([
        { key: 'Shift-F8', run: previousDiagnostic },
        { key: 'F12', run: () => this.goToDefinition() },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({
        'aria-label': 'HLO text',
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
      EditorView.updateListener.of((update) => this.onUpdate(update)),
    ];
  }

  /** The index, if it is of the text on screen. */
  private freshIndex(): ProgramIndex | null {
    const { evaluation, text } = this.store.state();
    return evaluation !== null && evaluation.text === text ? this.index : null;
  }

  private onUpdate(update: ViewUpdate): void {
    if (update.docChanged) {
      this.store.dispatch({ kind: 'edit', text: update.state.doc.toString() });
    } else if (update.selectionSet && update.transactions.some((t) => t.isUserEvent('select'))) {
      this.selectAtCursor();
    }
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
    if (state.text !== before.text && state.text !== view.state.doc.toString()) {
      const changes = { from: 0, to: view.state.doc.length, insert: state.text };
      view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true });
    }
    if (state.evaluation !== before.evaluation && state.evaluation !== null) {
      this.showEvaluation(state.evaluation);
    } else if (state.selection !== before.selection) {
      this.showSelection(true);
    }
  }

  private showEvaluation(evaluation: Evaluation): void {
    if (evaluation.text !== this.view.state.doc.toString()) return;
    this.index = indexProgram(evaluation.text, evaluation.analysis);
    clearTimeout(this.messageTimer);
    if (!evaluation.done) {
      const show = (): void => this.showMessages(evaluation);
      this.messageTimer = setTimeout(show, MESSAGE_PATIENCE_MS);
      return;
    }
    this.showMessages(evaluation);
    if (evaluation.outcome !== null) {
      const { doc } = this.view.state;
      const lineEnd = (at: number): number => doc.lineAt(Math.min(at, doc.length)).to;
      const values = inlineValues(this.index, evaluation.outcome.previews, lineEnd);
      this.view.dispatch({ effects: setInlineValues.of(values) });
    }
    this.showSelection(false);
  }

  private showMessages(evaluation: Evaluation): void {
    if (evaluation.text !== this.view.state.doc.toString()) return;
    const { tables } = this.store.state();
    const list = messagesOf(evaluation, tables?.ops);
    showDiagnostics(this.view, evaluation.text, list, tables?.codes ?? []);
  }

  private showSelection(scroll: boolean): void {
    const { evaluation, selection } = this.store.state();
    if (evaluation === null || this.index === null || this.freshIndex() === null) return;
    const found = findSelected(evaluation.analysis, selection);
    const places = found === null ? [] : mentions(this.index, found.outline.id);
    showMentions(this.view, places);
    const [first] = places;
    if (scroll && first !== undefined && !this.view.hasFocus) {
      this.view.dispatch({ effects: EditorView.scrollIntoView(first.from, { yMargin: 40 }) });
    }
  }

  private completionSource(): CompletionSource {
    return {
      ops: () => this.store.state().tables?.ops ?? [],
      operandsAt: (position) => {
        const text = this.view.state.doc.sliceString(0, position);
        const start = Math.max(text.lastIndexOf('\n}'), 0);
        const pattern = /^\s*(?:ROOT\s+)?(%?[\w.-]+)\s*=\s*(\([^=]*?\)|\w+\[[^\]]*\])?/gm;
        return [...text.slice(start).matchAll(pattern)]
          .map((match) => ({ name: match[1] ?? '', shape: match[2] ?? '' }))
          .reverse()
          .slice(1);
      },
      computations: () =>
        this.store.state().evaluation?.analysis.computations.map(({ name }) => name) ?? [],
    };
  }
}

export function Editor({
  store,
  ask,
  onReady,
}: {
  store: Store;
  ask: Ask;
  onReady: (handle: EditorHandle) => void;
}): JSX.Element {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const controller = new EditorController(parent.current, store, ask);
    onReady(controller);
    return () => controller.destroy();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store outlives the editor
  }, []);
  return <div class="editor" dir="ltr" ref={parent} />;
}
