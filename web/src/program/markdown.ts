// SPDX-License-Identifier: Apache-2.0
// The Markdown of the rule book: paragraphs and nested lists of text with code, bold words, links and
// source marks.

export interface Inline {
  kind: 'text' | 'code' | 'bold' | 'mark';
  text: string;
}

export interface Block {
  /** Lists in which it stands; 0: a paragraph. */
  depth: number;
  content: Inline[];
}

const TOKEN =
  /(?<code>`[^`]+`)|\*\*(?<bold>[^*]+)\*\*|\[(?<mark>seed|XLA|XLA test|StableHLO|choice(?: C\d+)?|unverified)\](?!\()|\[(?<link>[^\]]+)\]\([^)]*\)/g;

export function inlineOf(text: string): Inline[] {
  const out: Inline[] = [];
  const add = (kind: Inline['kind'], part: string): void => {
    if (part !== '') out.push({ kind, text: part });
  };
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    add('text', text.slice(at, match.index));
    const { code, bold, mark, link } = match.groups ?? {};
    if (code !== undefined) add('code', code.slice(1, -1));
    else if (bold !== undefined) add('bold', bold.replace(/`/g, ''));
    else if (mark !== undefined) add('mark', mark);
    else if (link !== undefined) out.push(...inlineOf(link));
    at = match.index + match[0].length;
  }
  add('text', text.slice(at));
  return out;
}

const ITEM = /^( *)- (.*)$/;

export function blocksOf(text: string): Block[] {
  const gathered: { depth: number; text: string }[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    const item = ITEM.exec(line);
    const last = gathered.at(-1);
    if (item !== null) {
      gathered.push({ depth: (item[1] ?? '').length / 2 + 1, text: item[2] ?? '' });
    } else if (line.trim() !== '' && open && last !== undefined) {
      last.text += ` ${line.trim()}`;
    } else if (line.trim() !== '') {
      gathered.push({ depth: 0, text: line.trim() });
    }
    open = line.trim() !== '';
  }
  return gathered.map(({ depth, text: own }) => ({ depth, content: inlineOf(own) }));
}
