import type { Log } from '../common/log.ts';

/** What most parts of the app need; main/start/open-base.ts makes it. */
export interface AppContext {
  log: Log;
  /** Ms since 1970 UTC. */
  now(): number;
  /** A new UUID. */
  newId(): string;
  /** The user name of the operating system's account. */
  user: string;
}
