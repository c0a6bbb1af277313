// SPDX-License-Identifier: Apache-2.0
// A notice about what was opened, above the text, until it is dismissed.
import type { JSX } from 'preact';
import { SizesForm } from '../panes/SizesForm';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

export function NoticeBar(props: { state: State; dispatch: Dispatch }): JSX.Element | null {
  const { notice, foreign } = props.state;
  const shown = foreign ?? notice;
  if (shown === null) return null;
  const { code = [], sizes, convert } = shown;
  const offer = foreign === null ? notice?.offer : undefined;
  return (
    <div class="notice" role="note">
      <div>
        <p>
          {foreign !== null && <b>This is {foreign.what}, not HLO.</b>}{' '}
          {foreign?.advice ?? notice?.text}
        </p>
        {code.length > 0 && (
          <pre>
            <code>{code.join('\n')}</code>
          </pre>
        )}
        {sizes && convert && <SizesForm sizes={sizes} onConvert={convert} takesFocus />}
      </div>
      {offer && (
        <button class="plain" onClick={() => props.dispatch(offer.action)}>
          {offer.label}
        </button>
      )}
      {foreign === null && (
        <button
          class="plain square"
          aria-label="dismiss"
          onClick={() => props.dispatch({ kind: 'notice', notice: null })}
        >
          ✕
        </button>
      )}
    </div>
  );
}
