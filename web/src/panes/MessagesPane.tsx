// SPDX-License-Identifier: Apache-2.0
// What is wrong, why, and what would fit.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { groupDigits, plural } from '../base/sizes';
import { clashOf, type ClashRow } from '../program/clash';
import { siteOf } from '../program/fault_site';
import { fixesOf } from '../program/fixes';
import {
  countMessages,
  countText,
  messagesOf,
  withEqualTogether,
  type Message,
} from '../program/messages';
import { instructionAt } from '../program/program_index';
import { messagePieces } from '../program/message_text';
import type { OpRow } from '../engine/types';
import type { State } from '../state/state';
import { Answer } from './Answer';
import type { PaneProps } from './context';
import { Lesson } from './Lesson';
import { emptyReason } from './reasons';

function MessageText({ message }: { message: string }): JSX.Element {
  return (
    <>
      {messagePieces(message).map(({ text, code }, k) =>
        code ? <code key={k}>{text}</code> : <span key={k}>{text}</span>,
      )}
    </>
  );
}

/** Messages that are drawn at once, and places of equal ones. */
const PAGE = 100;
const FIRST_PLACES = 20;

const SIGN: Record<Message['severity'], string> = { error: '✕', warning: '!', info: 'i' };

/** The op whose rule a message is about: named by the rule, else the one around the place. */
export function opOfMessage(state: State, { code, span }: Message): OpRow | null {
  const ops = state.tables?.ops ?? [];
  const named = ops.find(({ name }) => name === code.split('.')[0]);
  if (named !== undefined) return named;
  const { evaluation } = state;
  const around = evaluation && instructionAt(evaluation.analysis, span[0]);
  return ops.find(({ name }) => name === around?.opcode) ?? null;
}

/** The shapes that do not go together. */
function Clash({ rows }: { rows: readonly ClashRow[] }): JSX.Element {
  return (
    <table class="clash">
      <tbody>
        {rows.map(({ role, name, pieces }) => (
          <tr key={role}>
            <th scope="row">{role}</th>
            <td>
              <code>
                {pieces.map(({ text, clash }, k) =>
                  clash ? <mark key={k}>{text}</mark> : <span key={k}>{text}</span>,
                )}
              </code>
            </td>
            <td>
              <code class="quiet">{name}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where else a message holds. */
function Places(props: { others: readonly Message[]; text: PaneProps['text'] }): JSX.Element {
  const { others, text } = props;
  const [all, setAll] = useState(false);
  const shown = all ? others : others.slice(0, FIRST_PLACES);
  return (
    <p class="note message-places">
      {`The same for ${plural(others.length, 'more instruction')}, in lines `}
      {shown.map(({ line, span }, k) => (
        <button key={k} class="link" onClick={() => text.goTo(span)}>
          {line}
        </button>
      ))}
      {shown.length < others.length && (
        <button class="link" onClick={() => setAll(true)}>
          and more
        </button>
      )}
    </p>
  );
}

interface ItemProps extends PaneProps {
  message: Message;
  /** Other messages that say the same. */
  others: readonly Message[];
  title: string;
  id: string;
  /** Whether the text has changed since. */
  behind: boolean;
}

function Item(props: ItemProps): JSX.Element {
  const { state, dispatch, message, others, title, id, text, behind } = props;
  const { evaluation } = state;
  const { clash, fixes } = useMemo(() => {
    if (evaluation === null) return { clash: [], fixes: [] };
    const isRemark = message.severity === 'info';
    const found = isRemark ? [] : clashOf(siteOf(evaluation, message), message);
    return { clash: found, fixes: fixesOf(evaluation, message) };
  }, [evaluation, message]);
  const notes = message.notes.filter(
    ({ message: told }) => clash.length === 0 || !/^operand \d+ is /.test(told),
  );
  const [open, setOpen] = useState(false);
  const op = opOfMessage(state, message);
  const label = message.code === '' ? (op?.name ?? '') : message.code;
  return (
    <li class={message.severity}>
      <div class="message-row">
        <button class="message" onClick={() => text.goTo(message.span)}>
          <span class="sign" aria-hidden="true">
            {SIGN[message.severity]}
          </span>
          <span class="sr">{message.severity}</span>
          <span class="message-text">
            <MessageText message={message.message} />
          </span>
          {message.line > 0 && (
            <span class="quiet message-place">{`${message.line}:${message.column}`}</span>
          )}
        </button>
        {label !== '' && (
          <button
            class="rule-link"
            aria-expanded={open}
            aria-controls={id}
            title={title || 'what the op does'}
            onClick={() => setOpen(!open)}
          >
            <code class="rule">{label}</code>
          </button>
        )}
      </div>
      {notes.map((note, n) => (
        <p key={n} class="note">
          <MessageText message={note.message} />
        </p>
      ))}
      {others.length > 0 && <Places others={others} text={text} />}
      {clash.length > 0 && <Clash rows={clash} />}
      {fixes.length > 0 && (
        <div class="fixes">
          {fixes.map(({ label, edits }) => (
            <button
              key={label}
              class="plain fix"
              disabled={behind}
              onClick={() => text.edit(edits)}
            >
              <b>Fix</b> <code>{label}</code>
            </button>
          ))}
        </div>
      )}
      <div id={id}>
        {open && <Lesson op={op} code={message.code} title={title} dispatch={dispatch} />}
      </div>
    </li>
  );
}

export function MessagesPane(props: PaneProps): JSX.Element {
  const { state } = props;
  const [most, setMost] = useState(PAGE);
  const list = messagesOf(state.evaluation, state.tables?.ops);
  const titles = new Map(state.tables?.codes.map(({ code, title }) => [code, title]));
  const behind = state.evaluation?.text !== state.text;
  if (state.phase === 'broken' && behind && list.length === 0) {
    return <p class="reason">{emptyReason(state)}</p>;
  }
  if (list.length === 0 && state.text.trim() === '') {
    return <p class="reason">{emptyReason(state)}</p>;
  }
  if (list.length === 0) {
    return (
      <Answer question="What is wrong?">
        No errors and no warnings: every rule of every instruction holds.
      </Answer>
    );
  }
  const groups = withEqualTogether(list);
  const more = groups.length - most;
  return (
    <>
      <Answer question="What is wrong?">{countText(countMessages(list))}.</Answer>
      <ol class={behind ? 'messages behind' : 'messages'}>
        {groups
          .slice(0, most)
          .map(
            ([message, ...others], k) =>
              message && (
                <Item
                  key={`${message.code} ${message.message}`}
                  {...props}
                  message={message}
                  others={others}
                  title={titles.get(message.code) ?? ''}
                  id={`lesson-${k}`}
                  behind={behind}
                />
              ),
          )}
      </ol>
      {more > 0 && (
        <button class="plain" onClick={() => setMost(most + PAGE)}>
          {`${plural(Math.min(more, PAGE), 'more message')} of ${groupDigits(more)}`}
        </button>
      )}
    </>
  );
}
