import { useId, useState } from 'react';
import type { SettingName, SettingsPatch, SwitchName } from '../../preload/contract.ts';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { asUiFailure, type UiFailure } from '../ipc/bridge.ts';
import { settingsSlice, useSettings } from '../session/settings-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { readHour, writeHour } from './airac-hour.ts';
import './app-settings.css';

const words = strings.settings.app;
const switches = Object.keys(words.switches) as SwitchName[];

/** How the app behaves on this computer: each choice is kept at once; what administrators have set is shown so. */
export function AppSettings() {
  const [store] = useStores(settingsSlice);
  const settings = useSettings((state) => state.settings);
  const loadFailure = useSettings((state) => (state.settings ? null : state.failure));
  const [failure, setFailure] = useState<UiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  if (loadFailure) return <Notice tone="danger">{strings.settings.loadFailed(loadFailure.message)}</Notice>;
  if (!settings) return null;
  const { values, managed } = settings;

  async function change(patch: SettingsPatch) {
    setBusy(true);
    const taken = await store.getState().change(patch);
    setFailure(taken ? null : asUiFailure(store.getState().failure));
    setBusy(false);
  }
  const locked = (name: SettingName) => managed.includes(name);

  return (
    <div className="app-settings" aria-busy={busy}>
      {failure ? <Notice tone="danger">{words.failed(failure.message)}</Notice> : null}
      {switches.map((name) => {
        const [label, hint] = words.switches[name];
        return (
          <Switch
            key={name}
            label={label}
            hint={hint}
            on={values[name]}
            managed={locked(name)}
            onChange={(on) => void change({ [name]: on })}
          />
        );
      })}
      <div className="app-settings__choices">
        <Choice
          label={words.contrast}
          options={words.contrasts}
          value={values.contrast}
          managed={locked('contrast')}
          onChange={(contrast) => void change({ contrast })}
        />
        <Choice
          label={words.localHours}
          hint={words.localHoursHint}
          options={words.hours}
          value={values.local_hours}
          managed={locked('local_hours')}
          onChange={(local_hours) => void change({ local_hours })}
        />
        <AiracHour
          key={values.airac_minutes}
          minutes={values.airac_minutes}
          managed={locked('airac_minutes')}
          onChange={(airac_minutes) => void change({ airac_minutes })}
        />
      </div>
    </div>
  );
}

function Switch(props: {
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
      <p id={id} className="field__hint app-settings__hint">
        {props.managed ? strings.settings.managed : props.hint}
      </p>
    </div>
  );
}

function Choice<T extends string>(props: {
  label: string;
  hint?: string;
  options: Readonly<Record<T, string>>;
  value: T;
  managed: boolean;
  onChange(value: T): void;
}) {
  const hint = props.managed ? strings.settings.managed : props.hint;
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

/** Kept when it is left, or with Enter. */
function AiracHour(props: { minutes: number; managed: boolean; onChange(minutes: number): void }) {
  const [text, setText] = useState(writeHour(props.minutes));
  const [left, setLeft] = useState(false);
  const minutes = readHour(text);
  function keep() {
    setLeft(true);
    if (minutes === undefined) return;
    setText(writeHour(minutes));
    if (minutes !== props.minutes) props.onChange(minutes);
  }
  return (
    <Field
      label={words.airac}
      hint={props.managed ? strings.settings.managed : words.airacHint}
      problems={left && minutes === undefined ? [{ severity: 'error', message: words.badAirac }] : []}
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
