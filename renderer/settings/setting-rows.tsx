import './setting-rows.css';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { readHour, type SettingRow, writeHour } from '../../main/settings/rules/settings-table.ts';
import type { SettingName } from '../../preload/contract.ts';
import { Field } from '../design/field.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import type { FollowedSettings } from '../shell/state/followed-settings.ts';
import { settingsWords } from './words.ts';

/**
 * The settings of a table, each with the control of its kind, what is on or off first. Each choice is kept at once; what
 * administrators have set is shown so.
 */
export function SettingRows({
  rows,
  store,
}: {
  rows: Readonly<Record<string, SettingRow>>;
  /** The settings of this window. */
  store: StoreApi<FollowedSettings<never>>;
}) {
  const settings = useStore(store, (state) => state.settings);
  const [failure, setFailure] = useState<UiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  if (!settings) return <SettingsFailure store={store} />;
  const { values, managed } = settings;

  async function change(patch: object) {
    setBusy(true);
    const taken = await store.getState().change(patch as never);
    setFailure(taken ? null : asUiFailure(store.getState().failure));
    setBusy(false);
    return taken;
  }

  const names = Object.keys(rows) as Exclude<SettingName, 'watch'>[];
  const controls = (wanted: (row: SettingRow) => boolean) =>
    names.map((name) => {
      const row = rows[name];
      if (!row || !wanted(row)) return null;
      const Control = row.kind === 'switch' ? Switch : row.kind === 'choice' ? Choice : Typed;
      return (
        <Control
          key={name}
          row={row}
          value={values[name]}
          managed={managed.includes(name)}
          onChange={(value) => change({ [name]: value })}
        />
      );
    });
  return (
    <div className="app-settings" aria-busy={busy}>
      {failure ? <Notice tone="danger">{settingsWords.app.failed(failure.message)}</Notice> : null}
      {controls(({ kind }) => kind === 'switch')}
      <div className="app-settings__choices">{controls(({ kind }) => kind !== 'switch')}</div>
    </div>
  );
}

/** In the place of settings that are not known: why they could not be read. */
export function SettingsFailure({ store }: { store: StoreApi<FollowedSettings<never>> }) {
  const failure = useStore(store, (state) => state.failure);
  if (!failure) return null;
  return (
    <FailureNotice
      failure={{ message: settingsWords.loadFailed(failure.message) }}
      again={() => void store.getState().reload()}
    />
  );
}

interface ControlProps {
  row: SettingRow;
  value: unknown;
  /** Set by administrators. */
  managed: boolean;
  /** Resolves to whether it was taken. Never rejects. */
  onChange(value: unknown): Promise<boolean>;
}

const labelOf = ({ label, title }: SettingRow) => label ?? title;

function hintOf({ row, managed }: ControlProps): { hint?: string } {
  const hint = managed ? settingsWords.managed : row.hint;
  return hint === undefined ? {} : { hint };
}

/** A setting that is on or off. */
function Switch(props: ControlProps) {
  const id = useId();
  return (
    <div className="app-settings__switch">
      <label className="check">
        <input
          type="checkbox"
          checked={props.value === true}
          disabled={props.managed}
          aria-describedby={id}
          onChange={(event) => void props.onChange(event.target.checked)}
        />
        {labelOf(props.row)}
      </label>
      <p id={id} className="hint app-settings__hint">
        {hintOf(props).hint}
      </p>
    </div>
  );
}

/** One of several words. */
function Choice(props: ControlProps) {
  return (
    <Field label={labelOf(props.row)} {...hintOf(props)}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={String(props.value)}
          disabled={props.managed}
          onChange={(event) => void props.onChange(event.target.value)}
        >
          {Object.entries(props.row.values ?? {}).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What a text means: undefined where it is no such value. */
function read(row: SettingRow, text: string): number | undefined {
  if (row.kind !== 'number') return readHour(text);
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= row.bounds[0] && value <= row.bounds[1] ? value : undefined;
}

/** A whole number or a time of day that is typed; kept when it is left, or with Enter. */
function Typed(props: ControlProps) {
  const { row } = props;
  const write = row.kind === 'time' ? writeHour : String;
  const written = write(Number(props.value));
  const [text, setText] = useState(written);
  const [left, setLeft] = useState(false);
  const [shown, setShown] = useState(written);
  // Taken from here or elsewhere: the field shows it, and keeps the focus.
  if (shown !== written) {
    setShown(written);
    setText(written);
  }
  const value = read(row, text);
  const bad = row.kind === 'number' ? settingsWords.badNumber(row.unit, row.bounds) : settingsWords.badTime;
  function keep() {
    setLeft(true);
    if (value === undefined) return;
    setText(write(value));
    // What was refused is not left standing.
    if (value !== props.value) void props.onChange(value).then((taken) => taken || setText(written));
  }
  return (
    <Field
      label={labelOf(row)}
      {...hintOf(props)}
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
