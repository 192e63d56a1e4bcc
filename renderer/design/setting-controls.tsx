import { useId, useState } from 'react';
import type { Bounds } from '../../main/settings/rules/bounds.ts';
import { settingsWords } from '../settings/words.ts';
import { Field } from './field.tsx';
import './setting-controls.css';

/** A setting that is on or off. `managed`: set by administrators, and shown so. */
export function Switch(props: {
  label: string;
  hint: string;
  on: boolean;
  managed: boolean;
  onChange(on: boolean): void;
}) {
  const id = useId();
  return (
    <div className="app-settings__switch">
      <label className="check">
        <input
          type="checkbox"
          checked={props.on}
          disabled={props.managed}
          aria-describedby={id}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        {props.label}
      </label>
      <p id={id} className="hint app-settings__hint">
        {props.managed ? settingsWords.managed : props.hint}
      </p>
    </div>
  );
}

/** One of several words. */
export function Choice<T extends string>(props: {
  label: string;
  hint?: string;
  options: Readonly<Record<T, string>>;
  value: T;
  managed: boolean;
  onChange(value: T): void;
}) {
  const hint = props.managed ? settingsWords.managed : props.hint;
  const names = Object.keys(props.options) as T[];
  return (
    <Field label={props.label} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={props.value}
          disabled={props.managed}
          onChange={(event) => {
            const chosen = names.find((name) => name === event.target.value);
            if (chosen) props.onChange(chosen);
          }}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {props.options[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A whole number within bounds. */
export function WholeNumber({
  bounds: [least, most],
  ...rest
}: Omit<TypedProps, 'read' | 'write'> & { bounds: Bounds }) {
  const read = (text: string) => {
    const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return <Typed {...rest} read={read} write={String} />;
}

interface TypedProps {
  words: { label: string; hint: string; bad: string };
  value: number;
  managed: boolean;
  /** Undefined where the text is no such value. */
  read(text: string): number | undefined;
  write(value: number): string;
  onChange(value: number): void;
}

/** A value that is typed; kept when it is left, or with Enter. */
export function Typed({ words: { label, hint, bad }, ...props }: TypedProps) {
  const [text, setText] = useState(props.write(props.value));
  const [left, setLeft] = useState(false);
  const [shown, setShown] = useState(props.value);
  // Taken from here or elsewhere: the field shows it, and keeps the focus.
  if (shown !== props.value) {
    setShown(props.value);
    setText(props.write(props.value));
  }
  const value = props.read(text);
  function keep() {
    setLeft(true);
    if (value === undefined) return;
    setText(props.write(value));
    if (value !== props.value) props.onChange(value);
  }
  return (
    <Field
      label={label}
      hint={props.managed ? settingsWords.managed : hint}
      problems={left && value === undefined ? [{ severity: 'error', message: bad }] : []}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          value={text}
          disabled={props.managed}
          autoComplete="off"
          maxLength={8}
          onChange={(event) => {
            setText(event.target.value);
            setLeft(false);
          }}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
          }}
        />
      )}
    </Field>
  );
}
