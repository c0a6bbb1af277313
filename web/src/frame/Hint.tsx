// SPDX-License-Identifier: Apache-2.0
// The line under the text: what is wrong with it, or what to try.
import type { JSX } from 'preact';
import { useCursorMessage } from '../editor/cursor_message';
import { brokenReason } from '../panes/reasons';
import { messagePieces } from '../program/message_text';
import { countMessages, countText, messagesOf, type Message } from '../program/messages';
import { groupDigits } from '../base/sizes';
import { isDump } from '../base/text';
import type { State } from '../state/state';
import { useLasting } from './use_lasting';

/** Whether a text still is a program one has been editing: most of its lines are there. */
function isVersionOf(text: string, original: string): boolean {
  if (text === original) return true;
  if (text.length > 2 * original.length) return false;
  const lines = original.split('\n').filter((line) => line.trim() !== '');
  const present = new Set(text.split('\n'));
  return 2 * lines.filter((line) => present.has(line)).length >= lines.length;
}

/** When a visitor begins to ask what is wrong. */
const PATIENCE_MS = 10_000;

/** The text of a message. */
const plainText = ({ message }: Message): string =>
  messagePieces(message)
    .map(({ text }) => text)
    .join('');

interface HintProps {
  state: State;
  onMessages: () => void;
  onRetry: () => void;
  onReload: () => void;
}

/** The line under the text, with what changes how the text is shown. */
export function Foot(
  props: HintProps & {
    onFolded: (folded: boolean) => void;
    onValues: (values: boolean) => void;
    onFormat: () => void;
  },
): JSX.Element {
  const { state, onFolded, onValues, onFormat } = props;
  const { analysis, text } = state.evaluation ?? {};
  const { message, moved } = useCursorMessage();
  return (
    <div class="foot">
      <Hint {...props} atCursor={message} />
      <p class="sr" aria-live="polite">
        {moved && message && `${message.severity} in line ${message.line}: ${plainText(message)}`}
      </p>
      {isDump(state.text) && (
        <>
          <button
            class="plain foldings"
            disabled={analysis?.ok !== true || text !== state.text}
            title="the canonical text of the program, without comments (Alt Shift F)"
            onClick={onFormat}
          >
            Format
          </button>
          <button
            class="plain foldings"
            aria-pressed={!state.values}
            title="the values at the ends of the lines (V)"
            onClick={() => onValues(!state.values)}
          >
            {state.values ? 'Hide values' : 'Show values'}
          </button>
          <button
            class="plain foldings"
            aria-pressed={!state.folded}
            title="metadata, default layouts, attributes and long constants (M)"
            onClick={() => onFolded(!state.folded)}
          >
            {state.folded ? 'Show all text' : 'Fold to chips'}
          </button>
        </>
      )}
    </div>
  );
}

function Hint(props: HintProps & { atCursor: Message | null }): JSX.Element {
  const { state, onMessages, onRetry, onReload } = props;
  const late = useLasting(state.phase === 'starting', PATIENCE_MS);
  if (late) {
    const kibibytes = (bytes: number): string => groupDigits(Math.round(bytes / 1024));
    return (
      <div class="hint broken">
        <p>
          {`The engine is still loading: ${kibibytes(state.loaded)} of ${kibibytes(ENGINE_BYTES)} KiB. `}
          {'Loading continues when the network is back.'}
        </p>
        <button class="plain" onClick={onReload}>
          Try again
        </button>
      </div>
    );
  }
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
  const { example } = state;
  const worst = (['error', 'warning', 'info'] as const).find((severity) =>
    list.some((message) => message.severity === severity),
  );
  // The mistakes of an example are its subject: what to do with them says more.
  const untouched = example !== null && example.hint !== '' && state.text === example.text;
  const first = untouched ? undefined : list.find(({ severity }) => severity === worst);
  const message = props.atCursor ?? first;
  if (message !== undefined) {
    return (
      <button class={`hint ${message.severity}-text`} onClick={onMessages}>
        <span class="strong">{countText(countMessages(list))}</span>
        <span class="hint-first">{plainText(message)}</span>
      </button>
    );
  }
  if (example === null || example.hint === '' || !isVersionOf(state.text, example.text)) {
    return <p class="hint quiet">Click an instruction to see its value and layout.</p>;
  }
  return (
    <p class="hint">
      <span class="strong">Try</span> {example.hint}
    </p>
  );
}
