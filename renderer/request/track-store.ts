import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { trackWords } from './words.ts';

/** The contract's own bounds (preload/contract.ts, kits.track). */
const MAX_IDS = 1000;
const MAX_LENGTH = 1024;

/** What pasted lines come to: the ids in order, each once, and what is wrong. */
interface ParsedIds {
  ids: string[];
  /** How many lines repeated an earlier one. */
  repeated: number;
  /** A sentence that says why they can't be sent; null where they can. */
  error: string | null;
}

/** One tripkit_id a line; an id may hold any character but a line break, so nothing else separates. */
export function parseIds(text: string): ParsedIds {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter(Boolean);
  const ids = [...new Set(given)];
  const long = lines.findIndex((line) => line.length > MAX_LENGTH);
  const error =
    ids.length === 0
      ? trackWords.empty
      : long >= 0
        ? trackWords.tooLong(long + 1)
        : ids.length > MAX_IDS
          ? trackWords.tooMany(MAX_IDS)
          : null;
  return { ids, repeated: given.length - ids.length, error };
}

interface TrackState {
  text: string;
  /** A sentence about the text, after an attempt to send. */
  error: string | null;
  busy: boolean;
  failure: UiFailure | null;
  edit(text: string): void;
  /** Sends the ids. Null where something is wrong: it is shown and the text stays. */
  submit(profileId: string): Promise<Kit[] | null>;
}

/** The form that tracks kits of others by their tripkit_id. */
export const [trackSlice, useTrack] = defineSlice(({ bridge }) =>
  createStore<TrackState>()((set, get) => ({
    text: '',
    error: null,
    busy: false,
    failure: null,
    edit: (text) => set({ text, error: null }),
    async submit(profileId) {
      const { ids, error } = parseIds(get().text);
      if (get().busy) return null;
      if (error) {
        set({ error });
        return null;
      }
      return oneAtATime(set, get)(true, async () => {
        const kits = await bridge.kits.track(profileId, ids);
        set({ text: '' });
        return kits;
      });
    },
  })),
);
