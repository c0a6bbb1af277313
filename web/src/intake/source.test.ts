// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { linkOf, linksOf, selectionAt, type Source, type SourceLink } from './source';

const STABLEHLO = `func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  // \u00e9
  %0 = stablehlo.abs %arg0 : tensor<f32>
  %1:2 = stablehlo.while ...
  return %1#0 : tensor<f32>
}
`;
const HLO = `HloModule main

body {
  Arg_0 = f32[] parameter(0)
  ROOT v2 = f32[] negate(Arg_0)
}

ENTRY main {
  Arg_0 = f32[] parameter(0) /* \u00e9 */
  v0 = f32[] abs(Arg_0)
  v1.init = (f32[]) tuple(v0)
  v1 = (f32[]) while(v1.init)
  ROOT v1.0 = f32[] get-tuple-element(v1), index=0
}
`;

/** The place of the instruction that begins so, in bytes. */
function entry(
  definition: string,
  line: number,
): { span: [number, number]; line: number; column: number; length: number } {
  const begin = Buffer.from(HLO.slice(0, HLO.indexOf(`${definition} = `))).length;
  return { span: [begin, begin + 10], line, column: 3, length: 5 };
}
const map = [entry('v2', 4), entry('v0', 3), entry('v1.init', 4), entry('v1', 4), entry('v1.0', 4)];
const source: Source = {
  text: STABLEHLO,
  links: linksOf({ text: HLO, map }),
  findings: [],
  made: null,
  edited: false,
};

describe('the source of a program', () => {
  test('links instructions by their names', () => {
    expect(source.links).toEqual([
      { line: 4, column: 3, computation: 'body', instruction: 'v2' },
      { line: 3, column: 3, computation: 'main', instruction: 'v0' },
      { line: 4, column: 3, computation: 'main', instruction: 'v1.init' },
      { line: 4, column: 3, computation: 'main', instruction: 'v1' },
      { line: 4, column: 3, computation: 'main', instruction: 'v1.0' },
    ]);
  });

  test('selects the instruction that has the name of the result', () => {
    expect(selectionAt(source, 3, '')).toEqual({ computation: 'main', instruction: 'v0' });
    expect(selectionAt(source, 4, 'main')).toEqual({ computation: 'main', instruction: 'v1' });
    expect(selectionAt(source, 4, 'body')).toEqual({ computation: 'body', instruction: 'v2' });
    expect(selectionAt(source, 6, 'main')).toBeNull();
    expect(selectionAt({ ...source, links: null }, 3, 'main')).toBeNull();
  });

  test('selects the instruction that a line of a protobuf is part of', () => {
    const link = (line: number, instruction: string): SourceLink => ({
      line,
      column: 5,
      computation: 'main',
      instruction,
    });
    const text = '# proto-message: HloProto\nhlo_module {\n  computations {\n';
    const proto: Source = { ...source, text, links: [link(4, 'x'), link(9, 'y')] };
    expect(selectionAt(proto, 3, 'main')).toBeNull();
    expect(selectionAt(proto, 4, 'main')?.instruction).toBe('x');
    expect(selectionAt(proto, 8, 'main')?.instruction).toBe('x');
    expect(selectionAt(proto, 20, 'main')?.instruction).toBe('y');
  });

  test('finds the line of an instruction', () => {
    expect(linkOf(source, { computation: 'body', instruction: 'v2' })?.line).toBe(4);
    expect(linkOf(source, { computation: 'main', instruction: 'v2' })).toBeNull();
  });
});
