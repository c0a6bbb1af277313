// SPDX-License-Identifier: Apache-2.0
import { readExample, type Example } from './read';

const files = import.meta.glob<string>('./*.hlo', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In the order of the menu: files are named NN_name.hlo. */
export const EXAMPLES: readonly Example[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, file]) => readExample(path.replace(/^\.\/\d+_|\.hlo$/g, ''), file));
