// SPDX-License-Identifier: Apache-2.0
// All modules of a file, and what each has changed compared with the one before it: which pass changed the
// result?
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Superseded, compare } from '../comparison/client';
import type { Given } from '../engine/inputs';
import { defaultsFor } from '../engine/inputs';
import { modulesNow, type State } from '../state/state';
import type { Dispatch } from '../state/store';
import { countChanges, countsText, resultsInShort, stagePairs } from './changes';

interface Found {
  changes: string;
  result: { text: string; differ: boolean } | null;
}

/** Pairs of texts that have been compared, with the same inputs. */
class Known {
  private readonly pairs = new Map<string, Map<string, Found>>();

  get(before: string, after: string): Found | undefined {
    return this.pairs.get(before)?.get(after);
  }

  set(before: string, after: string, found: Found): void {
    const of = this.pairs.get(before) ?? new Map<string, Found>();
    this.pairs.set(before, of.set(after, found));
  }
}

async function lookAt(before: string, after: string, given: Given | null): Promise<Found> {
  const texts = { before, after, given: given ?? { inputs: [], defaults: 'auto' } };
  try {
    const difference = await compare('instructions', texts, 'stages');
    const changes =
      difference === null ? 'cannot be read' : countsText(countChanges(difference.changes));
    const result =
      given === null ? null : resultsInShort(await compare('results', texts, 'stages'));
    return { changes, result };
  } catch (error) {
    if (error instanceof Superseded) throw error;
    return { changes: error instanceof Error ? error.message : String(error), result: null };
  }
}

/** What each module changed, by its number; it grows while they are compared. `given`: what to run them
 *  with, or null. */
function useStages(state: State, asked: boolean, given: Given | null): (Found | undefined)[] {
  const known = useRef({ given, pairs: new Known() });
  if (known.current.given !== given) known.current = { given, pairs: new Known() };
  const { pairs } = known.current;
  const [, setCount] = useState(0);
  const texts = modulesNow(state).map(({ text }) => text);
  const neighbors = stagePairs(state.modules.map(({ name }) => name));
  const next = neighbors
    .map(({ before, after }) => [texts[before] ?? '', texts[after] ?? ''] as const)
    .find(([before, after]) => pairs.get(before, after) === undefined);
  const [before = '', after = ''] = next ?? [];
  const waits = asked && next !== undefined;
  useEffect(() => {
    if (!waits) return undefined;
    let wanted = true;
    const note = (found: Found): void => {
      pairs.set(before, after, found);
      if (wanted) setCount((count) => count + 1);
    };
    // A superseded one is looked at again.
    lookAt(before, after, given).then(note, () => undefined);
    return () => {
      wanted = false;
    };
  }, [waits, before, after, given, pairs]);
  const found = new Array<Found | undefined>(texts.length);
  for (const pair of neighbors) {
    found[pair.after] = pairs.get(texts[pair.before] ?? '', texts[pair.after] ?? '');
  }
  return found;
}

export function Stages(props: { state: State; dispatch: Dispatch }): JSX.Element | null {
  const { state, dispatch } = props;
  const { modules, module, inputs, defaults, text } = state;
  const [asked, setAsked] = useState(false);
  /** The inputs of all runs: those that the open module had when it was asked for. */
  const [given, setGiven] = useState<Given | null>(null);
  const found = useStages(state, asked, given);
  if (modules.length < 3) return null;
  return (
    <details class="stages" open={asked} onToggle={(event) => setAsked(event.currentTarget.open)}>
      <summary>{`All ${modules.length} modules`}</summary>
      <label>
        <input
          type="checkbox"
          checked={given !== null}
          onChange={(event) =>
            setGiven(
              event.currentTarget.checked
                ? { inputs, defaults: defaultsFor(defaults, text) }
                : null,
            )
          }
        />{' '}
        run them, and compare each result with the one before
      </label>
      <ol aria-label="modules and their changes">
        {modules.map(({ name }, k) => {
          const { changes = '', result = null } = found[k] ?? {};
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
