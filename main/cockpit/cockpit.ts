/**
 * Cockpit mode: nothing interrupts that is not the person's own act. What comes by itself asks here first and waits; all of
 * it is told once, when the mode is left.
 */

/** What comes by itself, each with what it would do to a person who reads. A new one needs its line, and what becomes of it. */
export const backgroundSources = {
  kits: 'the system tells that kits are ready, failed or need a person',
  icon: 'progress and a number on the app’s icon',
  notices: 'lines appear in the window: certificates, disks, backups, updates, what a start found',
  orders: 'standing orders come due, and kits are requested',
  watch: 'trip files arrive in a watched folder, and kits are requested',
  retention: 'kits are removed because their time is over',
  updates: 'updates are looked for and downloaded',
} as const;

export type BackgroundSource = keyof typeof backgroundSources;

/** What a source does about the mode. */
export interface Waiting {
  /** The mode is on from now: at once at a start. */
  hold?(): void;
  /** What has waited, as a part of a sentence; null for nothing. Asked as long as the mode is on. @param since ms since 1970 UTC */
  told(since: number): string | null;
  /** The mode is over: what waited goes on. */
  release?(): void;
}

/** When the mode was turned on, kept over a restart. */
export interface CockpitMemory {
  /** Ms since 1970 UTC; null where it is not known. */
  read(): number | null;
  /** Never throws. @param since null: the mode is off */
  write(since: number | null): void;
}

export interface CockpitDeps {
  memory: CockpitMemory;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** Whether the mode is on, and who waits for it to be left. */
export class Cockpit {
  readonly #deps: CockpitDeps;
  readonly #sources = new Map<BackgroundSource, Waiting>();
  readonly #listeners = new Set<(on: boolean) => void>();
  #since: number | null = null;
  #tell: (summary: string) => void = () => {};

  constructor(deps: CockpitDeps) {
    this.#deps = deps;
  }

  get on(): boolean {
    return this.#since !== null;
  }

  /** From now on `source` hears when the mode begins and ends. Where it is on, it begins now. */
  add(source: BackgroundSource, waiting: Waiting): void {
    this.#sources.set(source, waiting);
    if (this.on) waiting.hold?.();
  }

  /** The sources that wait for the mode to be left. */
  get sources(): readonly BackgroundSource[] {
    return [...this.#sources.keys()];
  }

  /** Hears the summary when the mode is left. One listener. */
  tells(tell: (summary: string) => void): void {
    this.#tell = tell;
  }

  /** Hears every change of the mode, after the sources. */
  onChange(listener: (on: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Turns the mode on or off; nothing happens where it is so already. */
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
      // Before what waited goes on, so that what has happened comes before what happens now.
      if (words !== null) this.#tell(words);
      for (const waiting of this.#sources.values()) waiting.release?.();
    }
    for (const listener of this.#listeners) listener(on);
  }

  /** What has waited so far, in sentences; null where the mode is off or nothing has. */
  summary(): string | null {
    const since = this.#since;
    if (since === null) return null;
    const parts = [...this.#sources.values()].flatMap((waiting) => waiting.told(since) ?? []);
    if (parts.length === 0) return null;
    const minutes = Math.max(1, Math.round((this.#deps.now() - since) / 60_000));
    return `In cockpit mode (${lasted(minutes)}): ${parts.join('; ')}.`;
  }
}

function lasted(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
