// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { byteToUnit } from './base/text';
import type { Pane } from './base/views';
import { Editor } from './editor/Editor';
import type { EditorHandle } from './editor/controller';
import { Header } from './frame/Header';
import { Foot } from './frame/Hint';
import { PaneView } from './frame/PaneView';
import { Selected } from './frame/Selected';
import { Splitter } from './frame/Splitter';
import { BottomBar, Tabs } from './frame/Tabs';
import { VectorBar } from './frame/VectorBar';
import { useDrop } from './frame/drop';
import { formatText, listenForKeys } from './frame/keys';
import type { Playground } from './frame/playground';
import { hasOverview, useWide } from './frame/overview_size';
import { followTrail } from './frame/trail';
import { useLasting } from './frame/use_lasting';
import type { Late } from './late';
import type { TextActions } from './panes/context';
import { summarySentence } from './panes/reasons';
import { stampOf } from './panes/use_answer';
import { changesOf, type Edit } from './program/edits';
import type { State } from './state/state';

/** The panes that show values, which may be those of an iteration of a loop. */
const HAVE_VALUES: ReadonlySet<Pane> = new Set(['value', 'devices']);
const DIM_AFTER_MS = 100;
const STOP_AFTER_MS = 300;
const SPEAK_AFTER_MS = 800;

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

/** The parts that load late, once they are available. */
function useLate(promise: Promise<Late>): Late | null {
  const [late, setLate] = useState<Late | null>(null);
  useEffect(() => {
    promise.then(setLate, () => undefined);
  }, [promise]);
  return late;
}

export function App(props: { playground: Playground; late: Promise<Late> }): JSX.Element {
  const { playground } = props;
  const late = useLate(props.late);
  const { store, ask } = playground;
  const { dispatch } = store;
  const [newest, setState] = useState(store.state());
  const editor = useRef<EditorHandle | null>(null);
  useEffect(() => {
    setState(store.state());
    return store.subscribe(setState);
  }, [store]);
  useEffect(() => listenForKeys(playground, () => editor.current), [playground]);
  useEffect(() => followTrail(store, () => editor.current), [store]);
  const intake = useMemo(() => late?.intake.makeIntake(store) ?? null, [late, store]);
  useEffect(() => late?.intake.watchForeign(store), [late, store]);
  useEffect(() => late?.intake.watchSource(store), [late, store]);
  const dropped = useDrop(
    useCallback(
      (files: File[]) => {
        void props.late.then((parts) => parts.intake.makeIntake(store).files(files));
      },
      [props.late, store],
    ),
  );
  const long = useLasting(newest.phase === 'busy', STOP_AFTER_MS);
  // Most tries to go on fail at once: what says so stays meanwhile, so that nothing jumps at a key.
  const retrying = newest.phase === 'busy' && newest.problem !== '' && !long;
  const state: State = retrying ? { ...newest, phase: 'broken' } : newest;
  // A long run shows its values while they are computed.
  const behind = state.phase === 'busy' && state.shown !== state.evaluation;
  const stale = useLasting(behind || state.phase === 'broken', DIM_AFTER_MS);
  const spoken = useSpoken(newest);
  const [share, setShare] = useState(50);
  const wide = useWide();
  const overview = state.overview ?? (wide && hasOverview(state));
  const read = state.evaluation?.text ?? '';
  const placeOf = ([begin, end]: readonly [number, number]): [number, number] => {
    const unit = byteToUnit(read);
    return [unit(begin), unit(end)];
  };
  // A key may have been pressed since this was drawn.
  const edit = (edits: readonly Edit[]): void =>
    editor.current?.edit(changesOf(read, store.state().text, edits));
  const text: TextActions = {
    goTo: (span) => editor.current?.goTo(...placeOf(span)),
    replace: (span, make) => {
      const [from, to] = placeOf(span);
      edit([{ span, replacement: make(read.slice(from, to)) }]);
    },
    edit,
  };
  return (
    <div
      class={`page${state.editing ? ' editing' : ''}`}
      data-stale={stale}
      data-values={state.values}
      data-phase={newest.phase}
      data-shown={stampOf(state.shown)}
      data-complete={late !== null}
    >
      <Header
        state={state}
        dispatch={dispatch}
        gallery={late?.examples ?? []}
        openMenu={
          late &&
          intake && (
            <late.openMenu.OpenMenu
              intake={intake}
              keeping={playground.keeping}
              program={state.program}
              openKept={playground.openKept}
            />
          )
        }
        overview={overview}
        saveMenu={late && <late.saveMenu.SaveMenu state={state} ask={ask} />}
        link={playground.link}
        stop={playground.stop}
        long={long}
      />
      <main
        class={overview ? 'with-overview' : ''}
        style={`--share:${share}%;--part:${share / 100}`}
      >
        {overview && late && (
          <late.overview.Overview state={state} dispatch={dispatch} ask={ask} sheet={!wide} />
        )}
        <section class="side text-side" aria-label="program text">
          {late && <late.intake.NoticeBar state={state} dispatch={dispatch} />}
          <VectorBar state={state} ask={ask} />
          <Editor
            store={store}
            ask={ask}
            viewport={playground.viewport}
            extras={async () => (await props.late).extras}
            onPaste={(text) => {
              void props.late.then((parts) => parts.intake.makeIntake(store).text(text));
            }}
            onReady={(handle) => {
              editor.current = handle;
            }}
          />
          <Foot
            state={state}
            onFormat={() => void formatText(playground, editor.current)}
            onFolded={(folded) => dispatch({ kind: 'folded', folded })}
            onValues={(values) => dispatch({ kind: 'values', values })}
            onMessages={() => dispatch({ kind: 'pane', pane: 'messages' })}
            onRetry={playground.rerun}
            onReload={playground.reload}
          />
        </section>
        <Splitter share={share} onShare={setShare} />
        <section class="side pane-side" aria-label="views of the program">
          <Selected state={state} dispatch={dispatch} ask={ask} />
          <Tabs state={state} dispatch={dispatch} />
          {late && HAVE_VALUES.has(state.pane) && (
            <late.loopBar.LoopBar state={state} dispatch={dispatch} ask={ask} />
          )}
          <PaneView state={state} dispatch={dispatch} ask={ask} text={text} />
        </section>
      </main>
      <BottomBar state={state} dispatch={dispatch} />
      {late && <late.help.Help />}
      {dropped && <div class="drop">Drop to open</div>}
      <p class="sr" role="status" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}
