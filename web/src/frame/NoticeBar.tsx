// SPDX-License-Identifier: Apache-2.0
// A notice about what was opened, above the text, until it is dismissed.
import type { JSX } from 'preact';
import type { AsksSizes } from '../intake/sizes';
import { SizesForm } from '../panes/SizesForm';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

function Code({ lines }: { lines: readonly string[] }): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <pre>
      <code>{lines.join('\n')}</code>
    </pre>
  );
}

const Form = ({ sizes, convert }: AsksSizes): JSX.Element | null =>
  sizes && convert ? <SizesForm sizes={sizes} onConvert={convert} takesFocus /> : null;

export function NoticeBar(props: { state: State; dispatch: Dispatch }): JSX.Element | null {
  const { notice, foreign } = props.state;
  if (foreign !== null) {
    return (
      <div class="notice" role="note">
        <div>
          <p>
            <b>This is {foreign.what}, not HLO.</b> {foreign.advice}
          </p>
          <Code lines={foreign.code} />
          <Form {...foreign} />
        </div>
      </div>
    );
  }
  if (notice === null) return null;
  const { text, code = [], offer } = notice;
  return (
    <div class="notice" role="note">
      <div>
        <p>{text}</p>
        <Code lines={code} />
        <Form {...notice} />
      </div>
      {offer && (
        <button class="plain" onClick={() => props.dispatch(offer.action)}>
          {offer.label}
        </button>
      )}
      <button
        class="plain square"
        aria-label="dismiss"
        onClick={() => props.dispatch({ kind: 'notice', notice: null })}
      >
        ✕
      </button>
    </div>
  );
}
