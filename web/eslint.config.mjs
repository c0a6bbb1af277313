// SPDX-License-Identifier: Apache-2.0
// Types are checked by TypeScript 7 (npm run types). The linter reads them through TypeScript 6, the
// last one with the programming interface that typescript-eslint uses.
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import { folderOrder } from './scripts/folder_order.mjs';

const NODE_GLOBALS = ['console', 'performance', 'process', 'URL', 'WebAssembly'];

export default defineConfig(
  globalIgnores(['dist/', 'src/generated/']),
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*.d.mts'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowArray: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['**/*.test.ts'],
    plugins: { page: { rules: { 'folder-order': folderOrder } } },
    rules: { 'page/folder-order': 'error', 'no-console': ['error', { allow: ['error'] }] },
  },
);
