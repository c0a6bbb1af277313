// SPDX-License-Identifier: Apache-2.0
// The text that a program was imported from, and which of its lines became which instructions.
import { byteToUnit } from '../base/text';
import type { Finding, ImportedFile } from '../generated/hlo-import.mjs';
import type { Sizes } from './sizes';
import type { Selection } from '../program/selection';

export interface SourceLink extends Selection {
  line: number;
  /** In bytes. */
  column: number;
}

export interface Source {
  text: string;
  /** Those that were given for it. */
  sizes?: Sizes | undefined;
  /** In the order of the HLO text; null until the importers have read the text. */
  links: readonly SourceLink[] | null;
  /** Of the last import. */
  findings: readonly Finding[];
  /** The HLO text of the last import; null before the first one. */
  made: string | null;
  /** It has been edited since, so that the HLO text is to be replaced. */
  edited: boolean;
}

const HEAD = /^(?:ENTRY )?%?(\S+) \{$/gm;
const INSTRUCTION = /^\s*(?:ROOT )?%?(\S+) = /;

/** The instructions of an imported text, by their names: these stay when the text is edited. */
export function linksOf({ text, map }: Pick<ImportedFile, 'text' | 'map'>): SourceLink[] {
  const unit = byteToUnit(text);
  const heads = [...text.matchAll(HEAD)].map(({ index, 1: name = '' }) => ({ index, name }));
  const links: SourceLink[] = [];
  let computation = '';
  let head = 0;
  for (const { span, line, column } of map) {
    const from = unit(span[0]);
    for (; (heads[head]?.index ?? Infinity) < from; head++) computation = heads[head]?.name ?? '';
    const start = text.lastIndexOf('\n', from) + 1;
    const end = text.indexOf('\n', from);
    const instruction = INSTRUCTION.exec(text.slice(start, end < 0 ? undefined : end))?.[1];
    if (instruction !== undefined) links.push({ line, column, computation, instruction });
  }
  return links;
}

/** Whether a source is a protobuf in the text format, where an instruction has several lines. */
export const isTextProto = (text: string): boolean =>
  /^(?:\s|#.*\n)*(?:hlo\w*|name|id|entry_computation\w+|computations|arguments|partitions)\b:? ?["{<\d]/.test(
    text,
  );

/** As the importers name the results of an op. */
const importedName = (name: string): string => (/^\d/.test(name) ? `v${name}` : name);

/**
 * The instruction of a line: that with the name of the op's result, or the last one. An op that is
 * in several computations is selected in `preferred`. In a protobuf it is the one that begins at the
 * line or before.
 */
export function selectionAt(source: Source, line: number, preferred: string): Selection | null {
  const links = source.links ?? [];
  const begin = isTextProto(source.text)
    ? Math.max(...links.map((link) => (link.line <= line ? link.line : 0)))
    : line;
  const all = links.filter((link) => link.line === begin);
  const near = all.filter(({ computation }) => computation === preferred);
  const found = near.length > 0 ? near : all;
  const written = source.text.split('\n', line)[line - 1] ?? '';
  const name = importedName(/^\s*%([\w$.-]+)/.exec(written)?.[1] ?? '');
  const link = found.find(({ instruction }) => instruction === name) ?? found.at(-1);
  return link === undefined
    ? null
    : { computation: link.computation, instruction: link.instruction };
}

/** Where an instruction comes from. */
export function linkOf(source: Source, selection: Selection): SourceLink | null {
  const { computation, instruction } = selection;
  return (
    source.links?.find(
      (link) => link.computation === computation && link.instruction === instruction,
    ) ?? null
  );
}
