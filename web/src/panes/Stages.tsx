// SPDX-License-Identifier: Apache-2.0
// All modules of a file, and what each of them changed of the one before it: which pass changed the
// result?
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { compare } from '../comparison/client';
import { defaultsFor } from '../engine/inputs';
import { modulesNow, type State } from '../state/state';
import type { Dispatch } from '../state/store';
import { countChanges, countsText, resultsInShort, stagePairs } from './changes';
import { stampOf } from './use_answer';

interface Found {
  changes: string;
  result: { text: string; differ: boolean } | null;
}

/** What each module changed, by its number; it becomes more while they are compared. */
function useStages(state: State, asked: boolean, withResults: boolean): ReadonlyMap<number, Found> {
  const { text, inputs, defaults } = state;
  const [found, setFound] = useState<ReadonlyMap<number, Found>>(new Map());
  useEffect(() => {
    if (!asked) return undefined;
    let wanted = true;
    setFound(new Map());
    const modules = modulesNow(state);
    const given = { inputs, defaults: defaultsFor(defaults, text) };
    const look = async (): Promise<void> => {
      for (const pair of stagePairs(modules.map(({ name }) => name))) {
        if (!wanted) return;
        const [before, after] = [modules[pair.before]?.text ?? '', modules[pair.after]?.text ?? ''];
        const texts = { before, after, given };
        const difference = await compare('instructions', texts);
        const changes =
          difference === null ? 'cannot be read' : countsText(countChanges(difference.changes));
        const result = withResults ? resultsInShort(await compare('results', texts)) : null;
        setFound((known) => (wanted ? new Map(known).set(pair.after, { changes, result }) : known));
      }
    };
    // The comparison that is on show says why.
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the modules are in the state
  }, [asked, withResults, text, stampOf(state.modules), stampOf(inputs), defaults]);
  return found;
}

export function Stages(props: { state: State; dispatch: Dispatch }): JSX.Element | null {
  const { state, dispatch } = props;
  const { modules, module } = state;
  const [asked, setAsked] = useState(false);
  const [withResults, setWithResults] = useState(false);
  const found = useStages(state, asked, withResults);
  if (modules.length < 3) return null;
  return (
    <details class="stages" open={asked} onToggle={(event) => setAsked(event.currentTarget.open)}>
      <summary>{`All ${modules.length} modules`}</summary>
      <label>
        <input
          type="checkbox"
          checked={withResults}
          onChange={(event) => setWithResults(event.currentTarget.checked)}
        />{' '}
        run them, and compare each result with the one before
      </label>
      <ol aria-label="modules and their changes">
        {modules.map(({ name }, k) => {
          const { changes = '', result = null } = found.get(k) ?? {};
          return (
            <li key={k}>
              <button
                class="stage"
                aria-current={k === module ? 'true' : undefined}
                onClick={() => dispatch({ kind: 'module', module: k })}
              >
                <code>{`${k + 1}: ${name}`}</code>
                <span class="quiet">{changes}</span>
                {result !== null && (
                  <span class={result.differ ? 'differ' : 'quiet'}>{result.text}</span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
