/**
 * Cockpit mode: only the person's own actions cause anything on the screen. Automatic actions check here first and wait; a
 * summary reports them once, when the mode ends.
 */
import { Listeners } from '../common/listeners.ts';

/** The automatic actions, each with its effect on a person who reads. A new one needs its line, and what happens to it. */
export const backgroundSources = {
  kits: 'the system tells that kits are ready, failed or need a person',
  icon: 'progress and a number on the app’s icon',
  notices: 'lines appear in the window: certificates, disks, backups, updates, what a start found',
  planned: 'planned kits come due, also those of watched folders, and are requested',
  retention: 'kits are removed because their time is over',
  updates: 'updates are looked for and downloaded',
} as const;

export type BackgroundSource = keyof typeof backgroundSources;

/** What a source does about the mode. */
interface Waiting {
  /** The mode begins: also called at a start with the mode on. */
  hold?(): void;
  /** What has waited, as a part of a sentence; null for nothing. Called while the mode is on. @param since ms since 1970 UTC */
  told(since: number): string | null;
  /** The mode has ended: waiting actions continue. */
  release?(): void;
}

/** Remembers across restarts when the mode was turned on. */
export interface CockpitMemory {
  /** Ms since 1970 UTC; null if not known. */
  read(): number | null;
  /** Never throws. @param since null: the mode is off */
  write(since: number | null): void;
}

interface CockpitDeps {
  memory: CockpitMemory;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Whether the mode is on, and which sources wait for its end. */
export class Cockpit {
  readonly #deps: CockpitDeps;
  readonly #sources = new Map<BackgroundSource, Waiting>();
  readonly #listeners = new Listeners<[boolean]>();
  #since: number | null = null;
  #onSummary: (summary: string) => void = () => {};

  constructor(deps: CockpitDeps) {
    this.#deps = deps;
  }

  get on(): boolean {
    return this.#since !== null;
  }

  /** From now on the mode's begin and end are reported to `waiting`. If it is on, `hold` is called now. */
  add(source: BackgroundSource, waiting: Waiting): void {
    this.#sources.set(source, waiting);
    if (this.on) waiting.hold?.();
  }

  /** The sources that wait for the end of the mode. */
  get sources(): readonly BackgroundSource[] {
    return [...this.#sources.keys()];
  }

  /** Sets the one listener that gets the summary when the mode ends. */
  tells(tell: (summary: string) => void): void {
    this.#onSummary = tell;
  }

  /** Adds a listener for every change of the mode, called after the sources. */
  readonly onChange = this.#listeners.add;

  /** Turns the mode on or off; does nothing if it is already so. */
  turn(on: boolean): void {
    if (on === this.on) return;
    const { memory, now } = this.#deps;
    if (on) {
      this.#since = memory.read() ?? now();
      memory.write(this.#since);
      for (const waiting of this.#sources.values()) waiting.hold?.();
    } else {
      const words = this.summary();
      this.#since = null;
      memory.write(null);
      // The summary comes first, then what happens next.
      if (words !== null) this.#onSummary(words);
      for (const waiting of this.#sources.values()) waiting.release?.();
    }
    this.#listeners.tell(on);
  }

  /** What has waited so far, in sentences; null if the mode is off or nothing has. */
  summary(): string | null {
    const since = this.#since;
    if (since === null) return null;
    const parts = [...this.#sources.values()].flatMap((waiting) => waiting.told(since) ?? []);
    if (parts.length === 0) return null;
    const minutes = Math.floor((this.#deps.now() - since) / 60_000);
    return `In cockpit mode (${lasted(minutes)}): ${parts.join('; ')}.`;
  }
}

function lasted(minutes: number): string {
  if (minutes < 1) return 'under 1 min';
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
