// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { blocksOf, inlineOf, type Inline } from '../program/markdown';

function Piece({ kind, text }: Inline): JSX.Element {
  switch (kind) {
    case 'code':
      return <code>{text}</code>;
    case 'bold':
      return <b>{text}</b>;
    case 'mark':
      return <span class="source-mark">{text}</span>;
    case 'text':
      return <>{text}</>;
  }
}

export function InlineMarkdown({ text }: { text: string }): JSX.Element {
  return (
    <>
      {inlineOf(text).map((piece, k) => (
        <Piece key={k} {...piece} />
      ))}
    </>
  );
}

export function Markdown({ text }: { text: string }): JSX.Element {
  return (
    <div class="markdown">
      {blocksOf(text).map(({ depth, content }, k) => (
        <p key={k} style={`--depth:${depth}`}>
          {content.map((piece, n) => (
            <Piece key={n} {...piece} />
          ))}
        </p>
      ))}
    </div>
  );
}
