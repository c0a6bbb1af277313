// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Editor, type EditorHandle } from './editor/Editor';
import { messagePieces } from './program/message_text';
import { countMessages, countText, messagesOf } from './program/messages';
import { EXAMPLES } from './examples';
import { Guard } from './frame/Guard';
import { Header, useLasting } from './frame/Header';
import { Help } from './frame/Help';
import { Selected } from './frame/Selected';
import { Splitter } from './frame/Splitter';
import { BottomBar, Tabs } from './frame/Tabs';
import { listenForKeys } from './frame/keys';
import { InputsPane } from './panes/InputsPane';
import { LayoutPane } from './panes/LayoutPane';
import { MessagesPane } from './panes/MessagesPane';
import { ValuePane } from './panes/ValuePane';
import { withLayout } from './panes/layout';
import { brokenReason, summarySentence } from './panes/reasons';
import { stampOf } from './panes/use_answer';
import type { Playground } from './frame/playground';
import type { State } from './state/state';
import { byteToUnit } from './base/text';

const DIM_AFTER_MS = 100;
const STOP_AFTER_MS = 300;
const SPEAK_AFTER_MS = 800;

/** Whether a text still is a program one has been editing: most of its lines are there. */
function isVersionOf(text: string, original: string): boolean {
  if (text === original) return true;
  const lines = original.split('\n').filter((line) => line.trim() !== '');
  const present = new Set(text.split('\n'));
  return 2 * lines.filter((line) => present.has(line)).length >= lines.length;
}

interface HintProps {
  state: State;
  onMessages: () => void;
  onRetry: () => void;
}

function Hint({ state, onMessages, onRetry }: HintProps): JSX.Element {
  if (state.phase === 'broken') {
    return (
      <div class="hint broken">
        <p class="error-text">{brokenReason(state)}</p>
        <button class="plain" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  }
  const list = messagesOf(state.evaluation, state.tables?.ops);
  const counts = countMessages(list);
  const example = EXAMPLES.find(({ id }) => id === state.example);
  const worst = (['error', 'warning', 'info'] as const).find((severity) =>
    list.some((message) => message.severity === severity),
  );
  // The mistakes of an example are its subject: what to do with them says more.
  const untouched = example !== undefined && example.hint !== '' && state.text === example.text;
  if (worst !== undefined && !untouched) {
    const message = list.find(({ severity }) => severity === worst)?.message ?? '';
    const first = messagePieces(message)
      .map(({ text }) => text)
      .join('');
    return (
      <button class={`hint ${worst}-text`} onClick={onMessages}>
        <span class="strong">{countText(counts)}</span>
        <span class="hint-first">{first}</span>
      </button>
    );
  }
  if (example === undefined || example.hint === '' || !isVersionOf(state.text, example.text)) {
    return <p class="hint quiet">Click an instruction to see its value and its place in memory.</p>;
  }
  return (
    <p class="hint">
      <span class="strong">Try</span> {example.hint}
    </p>
  );
}

/** The sentence for screen readers, once the text has been still for a moment. */
function useSpoken(state: State): string {
  const [spoken, setSpoken] = useState('');
  const { shown, phase } = state;
  useEffect(() => {
    if (phase === 'busy') return undefined;
    const timer = setTimeout(() => setSpoken(summarySentence(state)), SPEAK_AFTER_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one sentence for each evaluation
  }, [shown, phase]);
  return spoken;
}

export function App({ playground }: { playground: Playground }): JSX.Element {
  const { store, ask } = playground;
  const { dispatch } = store;
  const [newest, setState] = useState(store.state());
  const editor = useRef<EditorHandle | null>(null);
  useEffect(() => {
    setState(store.state());
    return store.subscribe(setState);
  }, [store]);
  useEffect(() => listenForKeys(playground, () => editor.current), [playground]);
  const long = useLasting(newest.phase === 'busy', STOP_AFTER_MS);
  // Most tries to go on fail at once: what says so stays meanwhile, so that nothing jumps at a key.
  const retrying = newest.phase === 'busy' && newest.problem !== '' && !long;
  const state: State = retrying ? { ...newest, phase: 'broken' } : newest;
  const stale = useLasting(state.phase === 'busy' || state.phase === 'broken', DIM_AFTER_MS);
  const spoken = useSpoken(newest);
  const [share, setShare] = useState(50);
  const pane = { state, dispatch, ask };
  const unitsOf = (span: readonly [number, number]): [number, number] => {
    const unit = byteToUnit(state.evaluation?.text ?? '');
    return [unit(span[0]), unit(span[1])];
  };
  return (
    <div
      class={`page${state.editing ? ' editing' : ''}`}
      data-stale={stale}
      data-phase={newest.phase}
      data-shown={stampOf(state.shown)}
    >
      <Header
        state={state}
        dispatch={dispatch}
        link={playground.link}
        stop={playground.stop}
        long={long}
      />
      <main style={`--share:${share}%`}>
        <section class="side text-side" aria-label="program text">
          <Editor
            store={store}
            ask={ask}
            onReady={(handle) => {
              editor.current = handle;
            }}
          />
          <Hint
            state={state}
            onMessages={() => dispatch({ kind: 'pane', pane: 'messages' })}
            onRetry={playground.rerun}
          />
        </section>
        <Splitter share={share} onShare={setShare} />
        <section class="side pane-side" aria-label="views of the program">
          <Selected state={state} dispatch={dispatch} />
          <Tabs state={state} dispatch={dispatch} />
          <div id="pane" class="pane" role="tabpanel" aria-labelledby={`tab-${state.pane}`}>
            <Guard subject={`${state.pane} ${JSON.stringify(state.selection)} ${state.text}`}>
              {state.pane === 'value' && <ValuePane {...pane} />}
              {state.pane === 'layout' && (
                <LayoutPane
                  {...pane}
                  onWriteLayout={({ outline }, layout) => {
                    const [from, to] = unitsOf(outline.shapeSpan);
                    editor.current?.replace(
                      from,
                      to,
                      withLayout(state.text.slice(from, to), layout),
                    );
                    dispatch({ kind: 'whatIf', layout: null });
                  }}
                />
              )}
              {state.pane === 'inputs' && <InputsPane {...pane} />}
              {state.pane === 'messages' && (
                <MessagesPane
                  state={state}
                  onGo={({ span }) => {
                    editor.current?.goTo(...unitsOf(span));
                  }}
                  onFix={({ span, replacement }) => {
                    editor.current?.replace(...unitsOf(span), replacement);
                  }}
                />
              )}
            </Guard>
          </div>
        </section>
      </main>
      <BottomBar state={state} dispatch={dispatch} />
      <Help />
      <p class="sr" role="status" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
