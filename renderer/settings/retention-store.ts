import { createStore } from 'zustand/vanilla';
import type { RetentionPreview } from '../../preload/contract.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { settingsSlice } from '../shell/state/settings-store.ts';
import { settingsWords } from './words.ts';

const words = settingsWords.retention;
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
        if (removed === 0) set({ done: words.saved });
        else if (removed !== null) set({ preview: null, done: words.savedAndRemoved(removed) });
      },
    };
  });
});
