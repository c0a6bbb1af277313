// SPDX-License-Identifier: Apache-2.0
// Squiggles, gutter signs and their cards.
import { setDiagnostics, type Diagnostic as Lint } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { DiagnosticCode } from '../engine/types';
import type { Message } from '../program/messages';
import { fixText } from '../program/fixes';
import { byteToUnit } from '../base/text';
import { messagePieces } from '../program/message_text';

/** Builds an element: the editor's floats are plain DOM. */
export function element(tag: string, name: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  made.append(...content);
  return made;
}

function messageElement(name: string, message: string): HTMLElement {
  const pieces = messagePieces(message).map(({ text, code }) =>
    code ? element('code', '', text) : text,
  );
  return element('div', name, ...pieces);
}

function card(diagnostic: Message, title: string): HTMLElement {
  const head = element('div', 'card-head');
  if (diagnostic.code !== '') head.append(element('code', 'rule', diagnostic.code));
  if (title !== '') head.append(element('span', 'quiet', title));
  const notes = diagnostic.notes.map(({ message }) => messageElement('note', message));
  return element('div', 'card', head, messageElement('', diagnostic.message), ...notes);
}

export function showDiagnostics(
  view: EditorView,
  text: string,
  list: readonly Message[],
  codes: readonly DiagnosticCode[],
): void {
  const unit = byteToUnit(text);
  const limit = view.state.doc.length;
  const titles = new Map(codes.map(({ code, title }) => [code, title]));
  const lints = list.map((diagnostic): Lint => {
    const from = Math.min(unit(diagnostic.span[0]), limit);
    const to = Math.max(from, Math.min(unit(diagnostic.span[1]), limit));
    return {
      from,
      to,
      severity: diagnostic.severity,
      message:
        diagnostic.code === '' ? diagnostic.message : `${diagnostic.code}: ${diagnostic.message}`,
      renderMessage: () => card(diagnostic, titles.get(diagnostic.code) ?? ''),
      actions: diagnostic.fixes.map(({ span, replacement }) => ({
        name: fixText({ span, replacement }),
        apply(target: EditorView) {
          const changes = { from: unit(span[0]), to: unit(span[1]), insert: replacement };
          target.dispatch({ changes, userEvent: 'input.fix' });
        },
      })),
    };
  });
  view.dispatch(setDiagnostics(view.state, lints));
}
