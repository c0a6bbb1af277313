// SPDX-License-Identifier: Apache-2.0
// The panel for searching the text, in the page's own style.
import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorView, Panel, ViewUpdate } from '@codemirror/view';
import { groupDigits } from '../base/sizes';
import { element } from './elements';

/** Further matches are not counted. */
const MAX_COUNTED = 1000;

/** `3 of 12` for the match that is selected, or how many there are. */
export function countMatches(view: EditorView, query: SearchQuery): string {
  if (query.search === '' || !query.valid) return '';
  const { from, to } = view.state.selection.main;
  const cursor = query.getCursor(view.state.doc);
  let count = 0;
  let current = 0;
  for (let next = cursor.next(); next.done !== true; next = cursor.next()) {
    count += 1;
    if (next.value.from === from && next.value.to === to) current = count;
    if (count > MAX_COUNTED) break;
  }
  const all = count > MAX_COUNTED ? `${groupDigits(MAX_COUNTED)}+` : groupDigits(count);
  if (count === 0) return 'not found';
  return current > 0 ? `${groupDigits(current)} of ${all}` : all;
}

function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = element('button', 'plain', text) as HTMLButtonElement;
  made.type = 'button';
  made.title = title;
  made.addEventListener('click', act);
  return made;
}

function field(label: string, value: string): HTMLInputElement {
  const made = document.createElement('input');
  made.type = 'search';
  made.value = value;
  made.placeholder = label;
  made.setAttribute('aria-label', label);
  made.spellcheck = false;
  made.autocomplete = 'off';
  return made;
}

export function findPanel(view: EditorView): Panel {
  const start = getSearchQuery(view.state);
  const options = { caseSensitive: start.caseSensitive, regexp: start.regexp };
  const search = field('find in the text', start.search);
  search.setAttribute('main-field', 'true');
  const replacement = field('replace with', start.replace);
  const count = element('span', 'find-count');
  count.setAttribute('role', 'status');
  const query = (): SearchQuery =>
    new SearchQuery({ search: search.value, replace: replacement.value, ...options });
  const commit = (): void => {
    if (!query().eq(getSearchQuery(view.state))) {
      view.dispatch({ effects: setSearchQuery.of(query()) });
    }
  };
  const option = (text: string, title: string, key: keyof typeof options): HTMLButtonElement => {
    const made = button(text, title, () => {
      options[key] = !options[key];
      made.setAttribute('aria-pressed', String(options[key]));
      commit();
    });
    made.setAttribute('aria-pressed', String(options[key]));
    return made;
  };
  const replace = element(
    'div',
    'find-replace',
    replacement,
    button('Replace', 'the selected match', () => replaceNext(view)),
    button('All', 'replace all matches', () => replaceAll(view)),
  );
  replace.hidden = start.replace === '';
  const dom = element(
    'div',
    'find',
    search,
    count,
    button('↑', 'previous match (Shift Enter)', () => findPrevious(view)),
    button('↓', 'next match (Enter)', () => findNext(view)),
    option('Aa', 'tell capitals apart', 'caseSensitive'),
    option('.*', 'regular expression', 'regexp'),
    button('⇄', 'replace', () => {
      replace.hidden = !replace.hidden;
      if (!replace.hidden) replacement.focus();
    }),
    button('✕', 'close (Esc)', () => closeSearchPanel(view)),
    replace,
  );
  dom.setAttribute('role', 'search');
  search.addEventListener('input', commit);
  replacement.addEventListener('input', commit);
  dom.addEventListener('keydown', (event) => {
    const { key, shiftKey, target } = event;
    if (key === 'Escape') closeSearchPanel(view);
    else if (key === 'Enter' && target === search) (shiftKey ? findPrevious : findNext)(view);
    else if (key === 'Enter' && target === replacement) replaceNext(view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const recount = (): void => {
    count.textContent = countMatches(view, getSearchQuery(view.state));
  };
  recount();
  return {
    dom,
    top: true,
    mount: () => search.select(),
    update(update: ViewUpdate) {
      const asked = update.transactions.some(({ effects }) =>
        effects.some((effect) => effect.is(setSearchQuery)),
      );
      if (asked || update.docChanged || update.selectionSet) recount();
    },
  };
}
