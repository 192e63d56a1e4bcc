import { Button } from '../design/button.tsx';
import { Badge, type Tone } from '../design/notice.tsx';
import type { Check } from './ready-checks.ts';
import { type CheckState, readyWords } from './words.ts';

export const tones: Record<CheckState, Tone> = { ok: 'ok', wait: 'busy', warn: 'warn', bad: 'danger' };

/** What is offered beside a line; `run` gets the button, from where a person may go elsewhere. */
export interface Fix {
  label: string;
  run: (from: HTMLElement) => void;
}

/** One check, and its way on. @param prefix tells the controls of this list from those of others */
export function Line(props: { check: Check; fix: Fix | null; prefix: string; named?: string | undefined }) {
  const { check, fix, prefix, named } = props;
  const key = `${prefix}|${check.name}${check.about ?? ''}`;
  return (
    <li
      className="ready__check"
      data-check={check.name}
      data-check-state={check.state}
      tabIndex={check.state === 'ok' ? undefined : -1}
    >
      <Badge tone={tones[check.state]}>{readyWords.names[check.name]}</Badge>
      <span className="ready__says">
        {named ? <strong>{`${named}: `}</strong> : null}
        {check.text}
      </span>
      {fix && check.state !== 'ok' ? (
        <Button data-ready-key={key} onClick={(event) => fix.run(event.currentTarget)}>
          {fix.label}
        </Button>
      ) : null}
    </li>
  );
}
