// SPDX-License-Identifier: Apache-2.0
// A rule of the rule book: its sentence, a program that breaks it and one that follows it, and all of the
// op's entry.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OpRow } from '../engine/types';
import { ruleBook, type Rule, type RuleBook, type RuleExample } from '../program/rule_book';
import { newProgramId } from '../state/sharing';
import type { Dispatch } from '../state/store';
import { InlineMarkdown, Markdown } from './Markdown';

/** The rule book, null until it is here; `failed` when it did not load. */
function useRuleBook(): { book: RuleBook | null; failed: boolean } {
  const [book, setBook] = useState<RuleBook | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = true;
    ruleBook().then(
      (found) => wanted && setBook(found),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return { book, failed };
}

function Example(props: {
  title: string;
  example: RuleExample;
  /** The example beside it. */
  other: RuleExample | null;
  dispatch: Dispatch;
}): JSX.Element {
  const { title, example, other, dispatch } = props;
  const { kind, name, text } = example;
  const others = new Set(other?.text.split('\n'));
  return (
    <figure class="rule-example">
      <figcaption>
        <b>{title}</b> <code class="quiet">{name}</code>
        {kind === 'program' && (
          <button
            class="plain"
            onClick={() => dispatch({ kind: 'open', program: newProgramId(), text, title: name })}
          >
            Open
          </button>
        )}
      </figcaption>
      <pre tabIndex={0} aria-label={`${title}: ${name}`}>
        {text
          .trimEnd()
          .split('\n')
          .map((line, k) => (
            <span key={k} class={other === null || others.has(line) ? '' : 'differs'}>
              {`${line}\n`}
            </span>
          ))}
      </pre>
    </figure>
  );
}

function RuleText({ rule, dispatch }: { rule: Rule; dispatch: Dispatch }): JSX.Element {
  const [sentence = '', ...details] = rule.text.split('\n');
  return (
    <>
      <p class="rule-sentence">
        <InlineMarkdown text={sentence} />
      </p>
      {details.length > 0 && <Markdown text={details.join('\n')} />}
      <div class="rule-examples">
        {rule.breaks && (
          <Example
            title="Breaks the rule"
            example={rule.breaks}
            other={rule.fits}
            dispatch={dispatch}
          />
        )}
        {rule.fits && (
          <Example
            title="Follows the rule"
            example={rule.fits}
            other={rule.breaks}
            dispatch={dispatch}
          />
        )}
      </div>
    </>
  );
}

export function Lesson(props: {
  op: OpRow | null;
  code: string;
  title: string;
  dispatch: Dispatch;
}): JSX.Element {
  const { op, code, title, dispatch } = props;
  const { book, failed } = useRuleBook();
  const rule = book?.rules[code];
  const entry = op === null ? undefined : book?.ops[op.name];
  return (
    <div class="lesson">
      {code !== '' && (
        <p>
          <code class="strong">{code}</code>
          {title !== '' && <span class="quiet">{` ${title}`}</span>}
        </p>
      )}
      {rule && <RuleText rule={rule} dispatch={dispatch} />}
      {failed && <p class="quiet">The rule book did not load: is there a network?</p>}
      {op && (
        <details>
          <summary>
            <code class="op">{op.name}</code> {op.summary}
          </summary>
          {!op.evaluated && <p>It is checked, but not evaluated yet.</p>}
          {entry && <Markdown text={entry.text} />}
          <p class="quiet">{`Ops reference, section ${op.section}`}</p>
        </details>
      )}
    </div>
  );
}
