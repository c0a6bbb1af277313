// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { EXAMPLES } from '../examples';
import { openExample } from './playground';
import { THEMES, type State, type Theme } from '../state/state';
import type { Dispatch } from '../state/store';

const THEME_SIGN: Record<Theme, string> = { system: '◐', light: '○', dark: '●', contrast: '◉' };

/** Whether `on` has held for `delay` milliseconds. */
export function useLasting(on: boolean, delay: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) {
      setLasting(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(true), delay);
    return () => clearTimeout(timer);
  }, [on, delay]);
  return on && lasting;
}

export const hidePopover = (id: string): void => {
  const popover = document.getElementById(id);
  if (popover?.matches(':popover-open')) popover.hidePopover();
};

function ExamplesMenu({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  return (
    <div id="examples" class="menu" popover="auto">
      <ul aria-label="examples">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button
              aria-current={example.id === state.example ? 'true' : undefined}
              onClick={() => {
                openExample(dispatch, example);
                hidePopover('examples');
              }}
            >
              {example.title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function StatusText({ state }: { state: State }): JSX.Element {
  const { about, shown, phase } = state;
  if (phase === 'broken') return <span class="status error-text">engine stopped working</span>;
  if (about === null) return <span class="status quiet">starting</span>;
  const threads = about.threads > 1 ? ` · ${about.threads} threads` : '';
  const time = shown === null ? '' : ` · ${shown.milliseconds.toFixed(1)} ms`;
  return (
    <span
      class="status quiet"
      title={`engine ${about.version}; time to read, check and run the text`}
    >
      {`WASM${about.simd ? ' SIMD' : ''}${threads}${phase === 'stopped' ? ' · stopped' : time}`}
    </span>
  );
}

function ShareButton({ link }: { link: () => Promise<string> }): JSX.Element {
  const [word, setWord] = useState('Share');
  const share = async (): Promise<void> => {
    const address = await link();
    history.replaceState(null, '', address);
    // Without permission for the clipboard the address bar still holds the link.
    const copied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setWord(copied ? 'Copied' : 'In address');
    setTimeout(() => setWord('Share'), 1600);
  };
  return (
    <button
      class="bar-button share"
      onClick={() => void share()}
      title="copy a link to all of this"
    >
      <span aria-live="polite">{word}</span>
    </button>
  );
}

export interface HeaderProps {
  state: State;
  dispatch: Dispatch;
  link: () => Promise<string>;
  stop: () => void;
  /** Whether the run takes long enough for a way to stop it. */
  long: boolean;
}

export function Header({ state, dispatch, link, stop, long }: HeaderProps): JSX.Element {
  const nextTheme = THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length] ?? 'system';
  return (
    <header class="bar">
      <h1>
        <img src="./icon.svg" alt="" width="16" height="16" />
        HLO <span>Playground</span>
      </h1>
      <button class="bar-button" popovertarget="examples">
        Examples <span aria-hidden="true">▾</span>
      </button>
      <ExamplesMenu state={state} dispatch={dispatch} />
      <div class="bar-space" />
      {long ? (
        <button class="bar-button stop" onClick={stop}>
          Stop
        </button>
      ) : (
        <StatusText state={state} />
      )}
      <ShareButton link={link} />
      <button class="bar-button square" popovertarget="help" aria-label="keyboard and help">
        ?
      </button>
      <button
        class="bar-button square theme"
        aria-label={`theme: ${state.theme}; change to ${nextTheme}`}
        title={`theme: ${state.theme}`}
        onClick={() => dispatch({ kind: 'theme', theme: nextTheme })}
      >
        {THEME_SIGN[state.theme]}
      </button>
      <div class={long ? 'progress on' : 'progress'} aria-hidden="true" />
    </header>
  );
}
