// SPDX-License-Identifier: Apache-2.0
// A rule for the linter: a file of web/src imports only from its own folder and from those further
// up in the list, so that no folders depend on each other in a circle.
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files directly in web/src come last: they may use everything. */
export const FOLDERS = [
  'generated',
  'base',
  'engine',
  'export',
  'comparison',
  'program',
  'intake',
  'examples',
  'state',
  'editor',
  'panes',
  'frame',
];

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** The place of a file's folder in the list; -1 outside of web/src, NaN for an unknown folder. */
function rankOf(path) {
  const inside = relative(SOURCES, path);
  if (inside.startsWith('..')) return -1;
  if (!inside.includes(sep)) return FOLDERS.length;
  const rank = FOLDERS.indexOf(inside.slice(0, inside.indexOf(sep)));
  return rank < 0 ? NaN : rank;
}

export const folderOrder = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      order: '{{from}} must not import from {{to}}: the order is {{order}}',
      unknown: '{{folder}} is not in the list of folders in scripts/folder_order.mjs',
    },
  },
  create(context) {
    const from = rankOf(context.filename);
    const nameOf = (rank) => (rank === FOLDERS.length ? 'src' : `src/${FOLDERS[rank]}`);
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !path.startsWith('.') || path.endsWith('.css')) return;
      const target = resolve(dirname(context.filename), path);
      const isFolder = FOLDERS.includes(relative(SOURCES, target));
      const to = rankOf(isFolder ? join(target, 'index') : target);
      if (Number.isNaN(from) || Number.isNaN(to)) {
        const folder = Number.isNaN(from) ? context.filename : target;
        context.report({ node, messageId: 'unknown', data: { folder } });
      } else if (to > from) {
        const data = { from: nameOf(from), to: nameOf(to), order: FOLDERS.join(', ') };
        context.report({ node, messageId: 'order', data });
      }
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
