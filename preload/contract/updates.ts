/** New versions of the app itself. */
import { z } from 'zod';
import { call } from './call.ts';
import { utc } from './common.ts';

const version = z.string().max(100);

const notes = z.string().max(4_000).nullable();

export const updateState = z.object({
  /**
   * `off`: the administrators' decision. `unavailable`: this build has no updates. `failed`: an update was refused, and
   * `why_not` says why; a check that finds no network is not reported here.
   */
  status: z.enum(['off', 'unavailable', 'idle', 'checking', 'downloading', 'ready', 'failed']),
  /** The version that runs. */
  current: version,
  /** The newer version; null where none is known. */
  version: version.nullable(),
  /** Its release notes, as plain text. */
  notes,
  /** How much of it is here, 0 to 100; null where that is not known. */
  percent: z.number().int().min(0).max(100).nullable(),
  /** The last check that succeeded. */
  checked_at: utc.nullable(),
  may_install: z.boolean(),
  /** Why it can't be installed now and what to do; null exactly where `may_install`. */
  why_not: z.string().nullable(),
  managed: z.boolean(),
  /** The hours of the computer's clock in which the app looks and downloads by itself, `22:00-05:30`; null: all of them. */
  hours: z.string().max(11).nullable(),
  /** A download waits for these hours. */
  waits_for_hours: z.boolean(),
  /** Which releases administrators chose: final ones alone, or those before them, too. */
  channel: z.enum(['stable', 'beta']),
  /** It is installed when the person quits. */
  on_quit: z.boolean(),
  /** What ran before this version, since when this one runs, and what is new in it. */
  came: z.object({ from: version, at: utc, notes }).nullable(),
});

export type UpdateState = z.infer<typeof updateState>;

export const updateCalls = {
  /** Also sent as the event `updates.changed`. */
  state: call([], updateState),
  /** Asks for a newer version now; where there is one, its download goes on after the answer. */
  check: call([], updateState),
  /** Quits and installs. Refused (kind `config`, with the sentence) while `may_install` is false. */
  install: call([], z.null()),
  /** Installs when the person quits, or no longer. Refused (kind `config`) while no update is ready. */
  installOnQuit: call([z.boolean()], updateState),
} as const;

export const updateEvents = {
  changed: updateState,
} as const;
