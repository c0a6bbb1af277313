// SPDX-License-Identifier: Apache-2.0
// What is wrong, why, and what would fit.
import type { JSX } from 'preact';
import { messagesOf } from '../editor/messages';
import { messagePieces } from '../editor/message_text';
import type { Diagnostic } from '../engine/types';
import type { State } from '../state/state';

function MessageText({ message }: { message: string }): JSX.Element {
  return (
    <>
      {messagePieces(message).map(({ text, code }, k) =>
        code ? <code key={k}>{text}</code> : <span key={k}>{text}</span>,
      )}
    </>
  );
}

export interface MessagesProps {
  state: State;
  onGo: (diagnostic: Diagnostic) => void;
  onFix: (fix: Diagnostic['fixes'][number]) => void;
}

export function MessagesPane({ state, onGo, onFix }: MessagesProps): JSX.Element {
  const list = messagesOf(state.evaluation);
  const titles = new Map(state.tables?.codes.map(({ code, title }) => [code, title]));
  if (list.length === 0) {
    return <p class="reason">No errors and no warnings: every rule of every instruction holds.</p>;
  }
  return (
    <ol class="messages">
      {list.map((diagnostic, k) => (
        <li key={k} class={diagnostic.severity}>
          <button class="message" onClick={() => onGo(diagnostic)}>
            <span class="sign" aria-hidden="true">
              {diagnostic.severity === 'error' ? '✕' : '!'}
            </span>
            <span class="sr">{diagnostic.severity}</span>
            <span class="message-text">
              <MessageText message={diagnostic.message} />
            </span>
            <span class="message-place">
              <code class="rule" title={titles.get(diagnostic.code)}>
                {diagnostic.code}
              </code>
              <span class="quiet">{`${diagnostic.line}:${diagnostic.column}`}</span>
            </span>
          </button>
          {diagnostic.notes.map(({ message }, n) => (
            <p key={n} class="note">
              <MessageText message={message} />
            </p>
          ))}
          {diagnostic.fixes.map((fix, n) => (
            <button key={n} class="plain fix" onClick={() => onFix(fix)}>
              Write <code>{fix.replacement || 'nothing'}</code> here
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}
