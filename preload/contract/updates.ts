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
  /** The newer version; null if none is known. */
  version: version.nullable(),
  /** Its release notes, as plain text. */
  notes,
  /** Percent downloaded, 0 to 100; null if not known. */
  percent: z.number().int().min(0).max(100).nullable(),
  /** The last check that succeeded. */
  checked_at: utc.nullable(),
  may_install: z.boolean(),
  /** Why it can't be installed now and what to do; null exactly when `may_install` is true. */
  why_not: z.string().nullable(),
  managed: z.boolean(),
  /** The local hours in which the app checks and downloads automatically, `22:00-05:30`; null: at any time. */
  hours: z.string().max(11).nullable(),
  /** A download waits for these hours. */
  waits_for_hours: z.boolean(),
  /** Which releases administrators chose: only final ones, or pre-releases too. */
  channel: z.enum(['stable', 'beta']),
  /** It is installed when the person quits. */
  on_quit: z.boolean(),
  /** The version before this one, when this one first ran, and what is new in it. */
  came: z.object({ from: version, at: utc, notes }).nullable(),
});

export type UpdateState = z.infer<typeof updateState>;

export const updateCalls = {
  /** Also sent as the event `updates.changed`. */
  state: call([], updateState),
  /** Checks for a newer version now; if there is one, its download continues after the answer. */
  check: call([], updateState),
  /** Quits and installs. Refused (kind `config`, with the sentence) while `may_install` is false. */
  install: call([], z.null()),
  /** Sets whether to install when the person quits. Refused (kind `config`) while no update is ready. */
  installOnQuit: call([z.boolean()], updateState),
} as const;

export const updateEvents = {
  changed: updateState,
} as const;
