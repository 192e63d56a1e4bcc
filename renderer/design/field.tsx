import { type ComponentProps, type ReactNode, useId } from 'react';
import { requestWords } from '../request/words.ts';
import { Icon } from './icons.tsx';

/** What is wrong with a field, in a sentence. Errors stop the form, warnings do not. */
export interface FieldProblem {
  severity: 'error' | 'warning';
  message: string;
}

/** What the control inside a field must carry so that its label, hint and problems are read with it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  problems?: readonly FieldProblem[] | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A label, a control, a hint, and the problems of what was typed. */
export function Field(props: FieldProps) {
  const id = useId();
  const problems = props.problems ?? [];
  const hintShown = props.hint !== undefined && problems.length === 0;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': hintShown || problems.length > 0 ? `${id}-about` : undefined,
        'aria-invalid': problems.some((problem) => problem.severity === 'error'),
      })}
      <div id={`${id}-about`}>
        {hintShown ? <p className="hint">{props.hint}</p> : null}
        {problems.map((problem) => (
          <p key={problem.message} className={`field__problem field__problem--${problem.severity}`}>
            <Icon name={problem.severity === 'error' ? 'cross' : 'alert'} />
            <span>
              <span className="sr-only">{`${requestWords[problem.severity]}: `}</span>
              {problem.message}
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** An error, where there is one. */
export function errorOf(message: string | null): FieldProblem[] {
  return message === null ? [] : [{ severity: 'error', message }];
}

/** A field of one line of text. */
export function InputField({
  label,
  hint,
  problems,
  ...input
}: Omit<FieldProps, 'children'> & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} problems={problems}>
      {(control) => <input className="input" autoComplete="off" spellCheck={false} {...input} {...control} />}
    </Field>
  );
}

/** A box to tick, or with `type="radio"` one of several, with its words behind it. */
export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}

/** One of several that are told apart by more than a word; in a fieldset of the class `choices`. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="choice">
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}
