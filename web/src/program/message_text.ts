// SPDX-License-Identifier: Apache-2.0
// Finds the code in a message, so that shapes and names stand out from the words around them.

export interface Piece {
  text: string;
  code: boolean;
}

const CODE =
  /'[^' ]+'|`[^`]+`|(?:pred|token|b?f\d\w*|[suc]\d+)\[[^\]]*\](?:\{[^}]*\})?|\{[\d,]*\}|\[[\d,]+\]/g;

export function messagePieces(message: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of message.matchAll(CODE)) {
    if (match.index > at) pieces.push({ text: message.slice(at, match.index), code: false });
    pieces.push({ text: match[0].replace(/^['`]|['`]$/g, ''), code: true });
    at = match.index + match[0].length;
  }
  if (at < message.length) pieces.push({ text: message.slice(at), code: false });
  return pieces;
}
