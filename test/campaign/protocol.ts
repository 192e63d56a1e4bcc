/** What the campaign and the engine's process say to each other. */
import type { Failure } from '../../main/common/failure.ts';
import type { Trip } from '../../main/common/trip.ts';
import type { TimeLimits } from '../../main/service/connection.ts';
import type { KitState } from '../../main/store/kit-record.ts';

/** The clock of an engine's process: so many times as fast as the machine's. */
export interface ClockSetup {
  factor: number;
  /** Machine time at which the scaled wall clock showed `wall_base`, ms since 1970 UTC. */
  real_base: number;
  /** ms since 1970 UTC, all jumps so far included. */
  wall_base: number;
}

/** Dies by SIGKILL when it comes to this step (kill-points.ts) for the nth time. */
export interface KillAt {
  step: string;
  nth: number;
}

/** Everything that a process needs to be the app's engine. */
export interface Setup {
  /** The app's folder: database, documents. */
  user_data: string;
  profile_id: string;
  /** JSON text. */
  profile: string;
  identity: { key: string; cert: string };
  clock: ClockSetup;
  limits: Partial<TimeLimits>;
  seed: number;
  kill: KillAt | null;
}

export type Order =
  | { do: 'request'; trips: Trip[] }
  | { do: 'track'; tripkit_ids: string[] }
  | { do: 'cancel' | 'retry' | 'request_again'; id: string }
  | { do: 'list' | 'wake' | 'stop' }
  /** The wall clock is set, by so many ms. */
  | { do: 'jump'; ms: number }
  /** Time passes until the last planned kit is due. */
  | { do: 'come_due' }
  /** The machine sleeps so many ms: all clocks go on, nothing runs. For the service it is `asleep_ms`. */
  | { do: 'leap'; ms: number; asleep_ms: number }
  /** The disk is said to be full (or no longer) where a full one can't be made. */
  | { do: 'say_full'; full: boolean };

export type Told = { start: Setup } | { n: number; order: Order };

/** What a person sees of a kit. */
export interface SeenKit {
  id: string;
  flight: string | null;
  tripkit_id: string | null;
  state: KitState;
  failure: Failure | null;
  activity: string | null;
}

export type Said =
  | { said: 'loaded' }
  | { said: 'started' }
  | { said: 'not_started'; kind: string; message: string }
  | { said: 'log'; text: string }
  | { said: 'done'; n: number; kits: SeenKit[] }
  | { said: 'refused'; n: number; kind: string; message: string };
