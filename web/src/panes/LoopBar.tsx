// SPDX-License-Identifier: Apache-2.0
// Which iteration? The loops around the selected instruction, with the iteration whose values are
// shown, and the pinned element over all iterations.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { groupDigits, plural } from '../base/sizes';
import { deviceIn } from '../engine/devices';
import type { Ask } from '../engine/protocol';
import type { InstructionOutline, LoopCount, RunOutcome } from '../engine/types';
import type { Evaluation } from '../program/evaluation';
import { loopName, loopsAround } from '../program/loops';
import { findSelected } from '../program/selection';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';
import { statisticText } from './number_format';
import { plotOf } from './plot';
import { useAnswer } from './use_answer';

interface BarProps {
  state: State;
  dispatch: Dispatch;
  ask: Ask;
}

type Choose = (iteration: number) => void;

/** An iteration that was chosen, and is not shown yet. */
interface Goal {
  loop: number;
  iteration: number;
  /** An iteration on the way has too many steps. */
  stuck: boolean;
}

interface RowProps {
  loop: InstructionOutline;
  count: LoopCount;
  running: boolean;
  choose: Choose | null;
  goal: Goal | null;
}

/** The last iteration with values: a stopped loop has begun one more than it has run. */
const lastOf = ({ last, shown }: LoopCount): number => Math.max(last - 1, shown);

/** How far it is to the iteration that was chosen. */
function OnTheWay({ goal }: { goal: Goal }): JSX.Element {
  const wanted = groupDigits(goal.iteration);
  return (
    <span class="quiet" role="status">
      {goal.stuck
        ? `Iteration ${wanted} is too far away: one before it runs very long.`
        : `on the way to ${wanted}`}
    </span>
  );
}

function Row({ loop, count, running, choose, goal }: RowProps): JSX.Element {
  const most = lastOf(count);
  const shown = count.shown < 0 ? most : count.shown;
  const label = `iteration of ${loop.name}`;
  const ran = plural(count.last, 'iteration');
  if (choose === null || most < 1) {
    return (
      <p>
        <code>{loop.name}</code>
        <span class="quiet">{running ? `has run ${ran} so far` : `ran ${ran}`}</span>
      </p>
    );
  }
  const set = (value: number): void => choose(Math.max(0, Math.min(most, Math.trunc(value) || 0)));
  return (
    <p>
      <code>{loop.name}</code>
      <span class="quiet">iteration</span>
      <input
        type="number"
        aria-label={label}
        min={0}
        max={most}
        value={shown}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <span class="quiet">of 0 to {groupDigits(most)}</span>
      <input
        type="range"
        aria-label={label}
        min={0}
        max={most}
        value={shown}
        onInput={(event) => set(event.currentTarget.valueAsNumber)}
      />
      {goal && <OnTheWay goal={goal} />}
    </p>
  );
}

interface PlotProps extends BarProps {
  evaluation: Evaluation;
  outline: InstructionOutline;
  loop: InstructionOutline;
  count: LoopCount;
  element: number;
  choose: Choose;
}

/** The pinned element over the iterations of the innermost loop. */
function Over(props: PlotProps): JSX.Element | null {
  const { state, ask, evaluation, outline, loop, count, element, choose } = props;
  const { analysis, outcome } = evaluation;
  const { program } = analysis;
  const device = deviceIn(analysis, state.device);
  const last = lastOf(count);
  const outer = outcome?.loops.filter(({ instruction }) => instruction !== loop.id);
  const { path } = state;
  const { value } = useAnswer(
    `plot ${program} ${outline.id} ${element}`,
    JSON.stringify([program, device, outline.id, path, element, loop.id, last, outer]),
    () =>
      ask(
        'overIterations',
        program,
        device,
        { instruction: outline.id, path, element },
        loop.id,
        last + 1,
      ),
  );
  const plot = value && plotOf(value, last);
  if (!plot) return null;
  const shown = (count.shown < 0 ? last : count.shown) / last;
  return (
    <>
      <figure class="over-iterations">
        <figcaption class="quiet">
          element {element} from <code>{statisticText(plot.low)}</code> to{' '}
          <code>{statisticText(plot.high)}</code>
        </figcaption>
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <line x1={shown} x2={shown} y1="0" y2="1" class="here" />
          {plot.lines.map((points) => (
            <polyline key={points} points={points} />
          ))}
        </svg>
      </figure>
      {plot.firstSpecial >= 0 && (
        <p>
          <span class="alarm">Not finite</span>
          <span class="quiet">first seen in</span>
          <button class="link" onClick={() => choose(plot.firstSpecial)}>
            iteration {groupDigits(plot.firstSpecial)}
          </button>
        </p>
      )}
    </>
  );
}

export function LoopBar(props: BarProps): JSX.Element | null {
  const { state } = props;
  const { shown: evaluation } = state;
  const outcome = evaluation?.outcome ?? null;
  const found = evaluation && findSelected(evaluation.analysis, state.selection);
  if (evaluation === null || outcome === null || found === null) return null;
  const rows = loopsAround(evaluation.analysis, found).flatMap((loop) => {
    const count = outcome.loops.find(({ instruction }) => instruction === loop.id);
    return count === undefined ? [] : [{ loop, count }];
  });
  if (rows.length === 0) return null;
  return (
    <Loops
      {...props}
      key={evaluation.analysis.program}
      evaluation={evaluation}
      outcome={outcome}
      outline={found.outline}
      rows={rows}
    />
  );
}

/** Where to see the state of a loop, whose own value is that after the last iteration. */
function StateOf(props: {
  evaluation: Evaluation;
  loop: InstructionOutline;
  dispatch: Dispatch;
}): JSX.Element | null {
  const { evaluation, loop, dispatch } = props;
  const bodies = loop.calls.map((call) => evaluation.analysis.computations[call]);
  const body = bodies.find((computation) => {
    const root = computation?.instructions.find((outline) => outline.root);
    return root?.shape.startsWith('(') || root?.shape === loop.shape;
  });
  const root = body?.instructions.find((outline) => outline.root);
  if (body === undefined || root === undefined) return null;
  const selection = { computation: body.name, instruction: root.name };
  return (
    <p>
      <span class="quiet">
        The value below is the loop's result. The state after this iteration is
      </span>
      <button class="link" onClick={() => dispatch({ kind: 'select', selection })}>
        {root.name}
      </button>
    </p>
  );
}

interface LoopsProps extends BarProps {
  evaluation: Evaluation;
  outcome: RunOutcome;
  outline: InstructionOutline;
  rows: { loop: InstructionOutline; count: LoopCount }[];
}

function Loops(props: LoopsProps): JSX.Element {
  const { state, dispatch, ask, evaluation, outcome, outline, rows } = props;
  const { program } = evaluation.analysis;
  /** Whether the iterations cannot be shown. */
  const [fixed, setFixed] = useState(false);
  const [goal, setGoal] = useState<Goal | null>(null);
  /** The choice that waits for the answer to an earlier one. */
  const next = useRef<Goal | null>(null);
  const busy = useRef(false);
  /** Shows an iteration, or the earlier one that was reached; returns its number, or null. */
  const reach = async ({ loop, iteration }: Goal): Promise<number | null> => {
    const loops = await ask('showIteration', program, loop, iteration);
    if (loops === null) {
      setFixed(true);
      return null;
    }
    const ids = outcome.previews.map(({ instruction }) => instruction);
    const previews = await ask('previews', program, outcome.device, ids);
    dispatch({ kind: 'iterations', program, loops, previews });
    return loops.find(({ instruction }) => instruction === loop)?.shown ?? null;
  };
  const show = async (): Promise<void> => {
    busy.current = true;
    let reached: number | null = null;
    for (let wanted = next.current; wanted !== null; wanted = next.current) {
      const now = await reach(wanted);
      const replaced = next.current !== wanted;
      const there = now === null || now >= wanted.iteration;
      const stuck = !there && now === reached;
      reached = replaced ? null : now;
      if (replaced) continue;
      if (there || stuck) next.current = null;
      setGoal(there ? null : { ...wanted, stuck });
    }
    busy.current = false;
  };
  const running = outcome.report.suspended;
  const choose = (loop: number, iteration: number): Promise<void> => {
    next.current = { loop, iteration, stuck: false };
    // A program that is replaced meanwhile has no iterations to show.
    return busy.current ? Promise.resolve() : show().catch(() => void (busy.current = false));
  };
  useEffect(() => {
    if (running) return;
    void (async () => {
      for (const { loop, count } of rows) {
        const wanted = state.iterations[loopName(evaluation.analysis, loop)];
        if (wanted === undefined || count.shown >= 0 || next.current !== null) continue;
        await choose(loop.id, Math.min(wanted, lastOf(count)));
      }
    })();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each run
  }, [running]);
  const chooser = (loop: InstructionOutline): Choose | null =>
    running || fixed
      ? null
      : (iteration) => {
          const name = loopName(evaluation.analysis, loop);
          dispatch({ kind: 'iteration', loop: name, iteration });
          void choose(loop.id, iteration);
        };
  const innermost = rows.at(-1);
  const chooseInnermost = innermost && chooser(innermost.loop);
  const plots =
    innermost !== undefined && innermost.loop !== outline && lastOf(innermost.count) > 1;
  return (
    <div class="loop-bar" role="group" aria-label="iterations of loops">
      {rows.map(({ loop, count }) => (
        <Row
          key={loop.id}
          loop={loop}
          count={count}
          running={running}
          choose={chooser(loop)}
          goal={goal?.loop === loop.id ? goal : null}
        />
      ))}
      {chooseInnermost && plots && state.element !== null && (
        <Over
          {...props}
          loop={innermost.loop}
          count={innermost.count}
          element={state.element}
          choose={chooseInnermost}
        />
      )}
      {innermost?.loop === outline && (
        <StateOf evaluation={evaluation} loop={outline} dispatch={dispatch} />
      )}
      {fixed && (
        <p class="reason">
          Only the last iteration is known: the program draws random numbers, or its devices
          exchange values.
        </p>
      )}
    </div>
  );
}
