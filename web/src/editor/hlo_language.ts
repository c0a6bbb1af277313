// SPDX-License-Identifier: Apache-2.0
import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { nextToken, type Paint, type PaintState } from './tokens';

const TAG_OF = {
  comment: tags.comment,
  string: tags.string,
  keyword: tags.keyword,
  typeName: tags.typeName,
  atom: tags.atom,
  number: tags.number,
  opcode: tags.function(tags.variableName),
  attribute: tags.attributeName,
  layoutPart: tags.modifier,
  name: tags.variableName,
  bracket: tags.bracket,
} satisfies Record<NonNullable<Paint>, unknown>;

const language = StreamLanguage.define<PaintState>({
  name: 'hlo',
  startState: () => ({ comment: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (!state.comment && stream.eatSpace()) return null;
    const rest = stream.string.slice(stream.pos);
    const { length, paint } = nextToken(rest, stream.string.slice(0, stream.pos), state);
    stream.pos += length;
    return paint;
  },
  tokenTable: TAG_OF,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*\}$/,
  },
});

const style = HighlightStyle.define([
  { tag: tags.comment, class: 'tok-comment' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: tags.typeName, class: 'tok-type' },
  { tag: [tags.atom, tags.number], class: 'tok-number' },
  { tag: tags.function(tags.variableName), class: 'tok-opcode' },
  { tag: tags.attributeName, class: 'tok-attribute' },
  { tag: tags.modifier, class: 'tok-layout' },
  { tag: tags.bracket, class: 'tok-bracket' },
]);

export function hloLanguage(): Extension {
  return [new LanguageSupport(language), syntaxHighlighting(style)];
}
