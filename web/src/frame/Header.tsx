// SPDX-License-Identifier: Apache-2.0
import { Fragment, type JSX } from 'preact';
import { groupDigits } from '../base/sizes';
import { THEMES, type Theme } from '../base/views';
import type { Example } from '../examples/read';
import { deviceCount, deviceIn, keptDevices } from '../engine/devices';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';
import { ShareButton } from './ShareButton';
import { openExample } from './open';
import { hidePopover } from './popover';

const THEME_SIGN: Record<Theme, string> = { system: '◐', light: '○', dark: '●', contrast: '◉' };
const THEME_TEXT: Record<Theme, string> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
  contrast: 'high contrast',
};

function ExamplesMenu({ state, dispatch, gallery }: HeaderProps): JSX.Element {
  const groups = [...new Set(gallery.map(({ group }) => group))];
  return (
    <div id="examples" class="menu" popover="auto">
      {groups.map((group) => (
        <Fragment key={group}>
          <p class="menu-heading">{group}</p>
          <ul aria-label={`examples: ${group}`}>
            {gallery.map(
              (example) =>
                example.group === group && (
                  <li key={example.id}>
                    <button
                      aria-current={example.id === state.example?.id ? 'true' : undefined}
                      onClick={() => {
                        openExample(dispatch, example);
                        hidePopover('examples');
                      }}
                    >
                      {example.title}
                    </button>
                  </li>
                ),
            )}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

/** How much of the engine has loaded. */
function loadingText({ loaded }: State): string {
  if (loaded === 0) return 'starting';
  return `loading ${Math.min(99, Math.floor((100 * loaded) / ENGINE_BYTES))} %`;
}

function StatusText({ state }: { state: State }): JSX.Element {
  const { about, shown, phase } = state;
  if (phase === 'broken') return <span class="status error-text">engine stopped working</span>;
  if (about === null) return <span class="status quiet">{loadingText(state)}</span>;
  const threads = about.threads > 1 ? ` · ${about.threads} threads` : '';
  const time = shown === null ? '' : ` · ${shown.milliseconds.toFixed(1)} ms`;
  return (
    <span
      class="status quiet"
      title={`engine ${about.version}${about.full ? ', full speed' : ''}; time to read, check and run the text`}
    >
      {`WASM${about.simd ? ' SIMD' : ''}${threads}${phase === 'stopped' ? ' · stopped' : time}`}
    </span>
  );
}

/** The device whose values are shown. */
function DevicePicker(props: { state: State; dispatch: Dispatch }): JSX.Element | null {
  const { state, dispatch } = props;
  const analysis = state.evaluation?.analysis;
  const count = analysis ? deviceCount(analysis) : 1;
  if (analysis === undefined || count === 1) return null;
  return (
    <label class="status device-picker">
      <span>device</span>
      <select
        aria-label="device"
        title="the device whose values are shown"
        value={deviceIn(analysis, state.device)}
        onChange={(event) =>
          dispatch({ kind: 'device', device: Number(event.currentTarget.value) })
        }
      >
        {Array.from({ length: keptDevices(analysis) }, (_, device) => (
          <option key={device} value={device}>
            {device}
          </option>
        ))}
      </select>
      <span class="quiet">of {groupDigits(count)}</span>
    </label>
  );
}

/** The modules of a file that has several. */
function ModulePicker({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const { modules, module, title } = state;
  const name = <span class="title quiet">{title}</span>;
  if (modules.length < 2) return name;
  return (
    <>
      {name}
      <select
        aria-label="module of the file"
        value={module}
        onChange={(event) => {
          dispatch({ kind: 'module', module: Number(event.currentTarget.value) });
        }}
      >
        {modules.map((entry, k) => (
          <option key={k} value={k}>
            {`${k + 1} of ${modules.length}: ${entry.name}`}
          </option>
        ))}
      </select>
    </>
  );
}

function ThemeMenu({ theme, dispatch }: { theme: Theme; dispatch: Dispatch }): JSX.Element {
  return (
    <>
      <button
        class="bar-button square theme"
        popovertarget="themes"
        aria-label={`theme: ${THEME_TEXT[theme]}`}
        title="theme"
      >
        {THEME_SIGN[theme]}
      </button>
      <div id="themes" class="menu" popover="auto">
        <ul aria-label="themes">
          {THEMES.map((name) => (
            <li key={name}>
              <button
                aria-current={name === theme ? 'true' : undefined}
                onClick={() => {
                  dispatch({ kind: 'theme', theme: name });
                  hidePopover('themes');
                }}
              >
                <span aria-hidden="true">{THEME_SIGN[name]}</span> {THEME_TEXT[name]}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** The icon of index.html again. */
function Mark(): JSX.Element {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <rect x="1" y="1" width="6" height="6" fill="#3b6fd8" />
      <rect x="9" y="1" width="6" height="6" fill="#c98a1b" />
      <rect x="1" y="9" width="6" height="6" fill="#2f9e7a" />
      <path d="M9 15 15 9M9 12l3-3M12 15l3-3" stroke="#8a93a3" stroke-width="1.4" />
    </svg>
  );
}

export interface HeaderProps {
  state: State;
  dispatch: Dispatch;
  /** Empty until it has loaded. */
  gallery: readonly Example[];
  /** The content of the Open menu, once it has loaded. */
  openMenu: JSX.Element | null;
  saveMenu: JSX.Element | null;
  /** Whether the overview is open. */
  overview: boolean;
  link: () => Promise<string>;
  stop: () => void;
  /** Whether the run takes long enough for a way to stop it. */
  long: boolean;
}

export function Header(props: HeaderProps): JSX.Element {
  const { state, dispatch, link, stop, long } = props;
  return (
    <header class="bar">
      <button
        class="bar-button square overview-button"
        aria-label="overview"
        aria-pressed={props.overview}
        title="overview of the program (O)"
        onClick={() => dispatch({ kind: 'overview', overview: !props.overview })}
      >
        ☰
      </button>
      <h1>
        <Mark />
        <b>HLO</b> <span>Playground</span>
      </h1>
      <button class="bar-button" popovertarget="open">
        Open…
      </button>
      <div id="open" class="menu open-menu" popover="auto" role="dialog" aria-label="open">
        {props.openMenu ?? <p class="quiet">Loading.</p>}
      </div>
      <button class="bar-button" popovertarget="examples">
        Examples <span aria-hidden="true">▾</span>
      </button>
      <ExamplesMenu {...props} />
      <ModulePicker state={state} dispatch={dispatch} />
      <div class="bar-space" />
      <DevicePicker state={state} dispatch={dispatch} />
      {long ? (
        <button class="bar-button stop" onClick={stop}>
          Stop
        </button>
      ) : (
        <StatusText state={state} />
      )}
      <ShareButton link={link} saveMenu={props.saveMenu} />
      <button
        class="bar-button square"
        popovertarget="help"
        aria-label="keyboard and help"
        title="keyboard and help (?)"
      >
        ?
      </button>
      <ThemeMenu theme={state.theme} dispatch={dispatch} />
      <div class={long ? 'progress on' : 'progress'} aria-hidden="true" />
    </header>
  );
}
