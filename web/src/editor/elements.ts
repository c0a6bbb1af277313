// SPDX-License-Identifier: Apache-2.0
// Elements of what floats over the text, which is plain DOM.
import { messagePieces } from '../program/message_text';

export function element(tag: string, name: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  made.append(...content);
  return made;
}

/** A message with its code set off. */
export function messageElement(name: string, message: string): HTMLElement {
  const pieces = messagePieces(message).map(({ text, code }) =>
    code ? element('code', '', text) : text,
  );
  return element('div', name, ...pieces);
}
