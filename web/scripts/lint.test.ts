// SPDX-License-Identifier: Apache-2.0
// The linter and the formatter find what they are there for.
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { check, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));
const eslint = new ESLint({ cwd: web });

/** Rules that a text breaks in the place of a file. */
async function broken(path: string, text: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(text, { filePath: `${web}${path}` });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
}

// Reading the types of all sources takes a while.
describe('the linter', { timeout: 60_000 }, () => {
  test.each([
    ['engine/engine_service.ts', "export { reduce } from '../state/state';"],
    [
      'examples/read.ts',
      "import { INITIAL } from '../state/state';\nexport const first = INITIAL;",
    ],
    ['panes/grid.ts', "export const later = (): Promise<unknown> => import('../App');"],
  ])('forbids src/%s to use a folder that comes after its own', async (path, text) => {
    expect(await broken(`src/${path}`, text)).toContain('page/folder-order');
  });

  test('lets a file use the folders before its own', async () => {
    const text = "export { groupDigits } from '../base/sizes';\nexport * from './heat';\n";
    expect(await broken('src/panes/grid.ts', text)).toEqual([]);
  });

  test('knows the types', async () => {
    const text = 'export function forget(): void {\n  Promise.resolve(1);\n}\n';
    expect(await broken('src/panes/grid.ts', text)).toEqual([
      '@typescript-eslint/no-floating-promises',
    ]);
  });

  test('knows the rules of hooks', async () => {
    const text =
      "import { useState } from 'preact/hooks';\n" +
      'export function Odd({ on }: { on: boolean }): string {\n' +
      '  if (on) return useState(0)[0].toFixed();\n' +
      "  return '';\n}\n";
    expect(await broken('src/panes/Grid.tsx', text)).toEqual(['react-hooks/rules-of-hooks']);
  });
});

test('the formatter takes neither long lines nor double quotes', async () => {
  const file = `${web}src/panes/grid.ts`;
  const options = { ...(await resolveConfig(file)), filepath: file };
  expect(await check("const name = 'x';\n", options)).toBe(true);
  expect(await check('const name = "x";\n', options)).toBe(false);
  const long = `const names = [${"'name', ".repeat(14).slice(0, -2)}];\n`;
  expect(await check(long, options)).toBe(false);
});
