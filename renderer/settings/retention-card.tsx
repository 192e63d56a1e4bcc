import { type FormEvent, useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { RetentionPreview } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Check, errorOf, InputField } from '../design/field.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { kitTitle } from '../kits/kit-words.ts';
import { useKits } from '../kits/kits-store.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { defineSlice, useStores } from '../shell/state/registry.tsx';
import { settingsSlice, useSettings } from '../shell/state/settings-store.ts';
import { SettingsFailure } from './setting-rows.tsx';
import { settingsWords } from './words.ts';
import './retention.css';

const words = settingsWords.retention;

/** How long kits stay: the rule, what it would remove now, and its saving. */
export function RetentionCard() {
  const [retention, settingsStore] = useStores(retentionSlice, settingsSlice);
  const settings = useSettings((state) => state.settings);
  const { limited, days, preview, busy, failure, done } = useRetention((state) => state);
  const store = retention.getState();
  const known = settings !== null;
  const managed = settings?.managed.includes('keep_days_after_departure') ?? false;
  useEffect(() => {
    if (known) retention.getState().begin();
  }, [retention, known]);
  const wrong = store.keepDays() === undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    void store.save();
  }

  if (!known) return <SettingsFailure store={settingsStore} />;
  const count = preview?.remove.length ?? 0;
  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={words.title}>
      {managed ? <Notice tone="calm">{settingsWords.managed}</Notice> : null}
      <fieldset className="choices" disabled={managed || busy}>
        <legend className="sr-only">{words.title}</legend>
        <Check
          type="radio"
          name="retention"
          checked={!limited}
          onChange={() => store.edit({ limited: false })}
        >
          {words.forEver}
        </Check>
        <Check type="radio" name="retention" checked={limited} onChange={() => store.edit({ limited: true })}>
          {words.limited}
        </Check>
        {limited ? (
          <div className="retention__days">
            <InputField
              label={words.days}
              problems={errorOf(wrong ? words.badDays : null)}
              name="days"
              inputMode="numeric"
              maxLength={4}
              value={days}
              onChange={(event) => store.edit({ days: event.target.value })}
            />
          </div>
        ) : null}
      </fieldset>
      {limited ? <p className="muted">{words.text}</p> : null}
      <FailureNotice failure={failure} />
      <div role="status">
        {preview ? (
          <p>{count === 0 ? words.none(preview.keep_count) : words.would(count, preview.keep_count)}</p>
        ) : null}
        {done ? <p>{done}</p> : null}
      </div>
      {preview && count > 0 ? <WouldGo remove={preview.remove} /> : null}
      {managed ? null : (
        <div className="row">
          <Button type="submit" disabled={busy || wrong}>
            {words.save}
          </Button>
          <Button look="quiet" disabled={busy || wrong} onClick={() => void store.look()}>
            {words.preview}
          </Button>
        </div>
      )}
    </form>
  );
}

function WouldGo({ remove }: { remove: readonly { id: string; why: string }[] }) {
  const kits = useKits((state) => state.kits);
  return (
    <ul className="retention__list" aria-label={words.list}>
      {remove.map(({ id, why }) => {
        const kit = kits.find((one) => one.id === id);
        return (
          <li key={id}>
            <strong>{kit ? [kitTitle(kit), kit.trip?.flight].filter(Boolean).join(' ') : words.gone}</strong>
            {` ${why}`}
          </li>
        );
      })}
    </ul>
  );
}

/** What is offered to who turns the policy on. */
const DEFAULT_DAYS = '30';
const MAX_DAYS = 3650;

interface RetentionState {
  limited: boolean;
  days: string;
  preview: RetentionPreview | null;
  busy: boolean;
  failure: UiFailure | null;
  /** The result of the last saving. */
  done: string | null;
  /** Begins with the settings in force. */
  begin(): void;
  edit(change: { limited?: boolean; days?: string }): void;
  /** The number that is entered; null: for ever; undefined: no valid number. */
  keepDays(): number | null | undefined;
  look(): Promise<boolean>;
  /** Looks first, then saves and removes; the system's dialog asks where kits go sooner by it. */
  save(): Promise<void>;
}

/** How long kits stay. */
export const [retentionSlice, useRetention] = defineSlice(({ bridge, get: slice }) => {
  const settings = slice(settingsSlice);
  return createStore<RetentionState>()((set, get) => {
    const run = oneAtATime(set, get);
    return {
      limited: false,
      days: DEFAULT_DAYS,
      preview: null,
      busy: false,
      failure: null,
      done: null,
      begin() {
        const days = settings.getState().settings?.values.keep_days_after_departure ?? null;
        set({ limited: days !== null, preview: null, failure: null, done: null });
        set({ days: days === null ? DEFAULT_DAYS : String(days) });
      },
      edit: (change) => set({ ...change, preview: null, done: null, failure: null }),
      keepDays() {
        const { limited, days } = get();
        if (!limited) return null;
        const text = days.trim();
        return /^\d{1,4}$/.test(text) && Number(text) <= MAX_DAYS ? Number(text) : undefined;
      },
      async look() {
        const days = get().keepDays();
        if (days === undefined) return false;
        set({ done: null });
        const preview = await run(true, () => bridge.retention.preview(days));
        if (preview) set({ preview });
        return preview !== null;
      },
      async save() {
        const days = get().keepDays();
        if (days === undefined || !(await get().look())) return;
        const removed = await run(true, () => bridge.retention.apply(days));
        // Null: it failed, or the person changed their mind.
        if (removed === 0) set({ done: settingsWords.retention.saved });
        else if (removed !== null)
          set({ preview: null, done: settingsWords.retention.savedAndRemoved(removed) });
      },
    };
  });
});
