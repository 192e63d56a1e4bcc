/** The laptop of one run: its folders, its disk that can fail, and its clock that goes on between the app's lives. */
import { mkdir, mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from './evidence.ts';
import type { ClockSetup } from './protocol.ts';
import type { Scenario } from './scenario.ts';
import { Volume } from './volume.ts';

/** Room for the documents of a run and for what the engine wants to see free beside them. */
const VOLUME_MB = 64;

export class Laptop {
  readonly folder: string;
  /** The app's folder. */
  readonly user_data: string;
  readonly documents: string;
  readonly scratch: string;
  readonly #volume: Volume | null;
  readonly #factor: number;
  readonly #real_base = Date.now();
  #wall_base = Date.UTC(2026, 10, 21, 12);
  /** How many of each outside fault hold now. */
  #full = 0;
  #readOnly = 0;
  #away: string | null = null;

  private constructor(folder: string, volume: Volume | null, factor: number) {
    this.folder = folder;
    this.user_data = join(folder, 'user-data');
    this.documents = join(this.user_data, 'documents');
    this.scratch = join(folder, 'scratch');
    this.#volume = volume;
    this.#factor = factor;
  }

  /** @param real_disk whether a volume can be mounted here */
  static async make(parent: string, scenario: Scenario, real_disk: boolean): Promise<Laptop> {
    const folder = await mkdtemp(join(parent, 'run-'));
    const documents = join(folder, 'user-data', 'documents');
    await mkdir(join(folder, 'scratch'));
    await mkdir(documents, { recursive: true });
    let volume: Volume | null = null;
    if (real_disk && scenario.volume === 'documents') volume = await Volume.mount(documents, VOLUME_MB);
    if (real_disk && scenario.volume === 'everything') {
      volume = await Volume.mount(join(folder, 'user-data'), VOLUME_MB);
    }
    return new Laptop(folder, volume, scenario.factor);
  }

  /** Whether its disk can really be full; else the engine's process has to be told. */
  get realDisk(): boolean {
    return this.#volume !== null;
  }

  clock(): ClockSetup {
    return { factor: this.#factor, real_base: this.#real_base, wall_base: this.#wall_base };
  }

  /** The wall clock was set, or time passed in sleep: later lives see it too. */
  moved(ms: number): void {
    this.#wall_base += ms;
  }

  async fill(left: number): Promise<void> {
    this.#full += 1;
    await this.#volume?.fill(left);
  }

  async free(): Promise<void> {
    this.#full -= 1;
    if (this.#full === 0) await this.#volume?.free();
  }

  async beReadOnly(): Promise<void> {
    if (await this.#volume?.readOnly(true)) this.#readOnly += 1;
  }

  async beWritable(): Promise<void> {
    if (this.#readOnly > 0 && (await this.#volume?.readOnly(false))) this.#readOnly = 0;
  }

  /** Whether the documents are where they belong. */
  get documentsThere(): boolean {
    return this.#away === null;
  }

  async takeDocumentsAway(): Promise<void> {
    if (this.#away !== null) return;
    const away = join(this.folder, 'away');
    await rename(this.documents, away);
    this.#away = away;
  }

  /** Puts the folder back; what the app has saved in a new one meanwhile stays. */
  async bringDocumentsBack(): Promise<void> {
    const away = this.#away;
    if (away === null) return;
    await mkdir(this.documents, { recursive: true });
    const here = new Set(await readdir(this.documents));
    for (const name of await readdir(away)) {
      if (!here.has(name)) await rename(join(away, name), join(this.documents, name));
    }
    await rm(away, { recursive: true, force: true });
    this.#away = null;
  }

  async heal(): Promise<void> {
    await this.beWritable();
    this.#full = 0;
    await this.#volume?.free();
    await this.bringDocumentsBack();
  }

  /** Does harm to a ready kit's document; answers with its kit, or null where there is none. */
  async harm(
    how: 'a document vanishes' | 'a document is cut short',
    rows: readonly Row[],
  ): Promise<Row | null> {
    const row = rows.find(({ state }) => state === 'ready');
    if (!row || this.#away !== null || this.#readOnly > 0) return null;
    const file = join(this.documents, `${row.id}.pdf`);
    if (how === 'a document vanishes') await rm(file, { force: true });
    else await truncate(file, 1000);
    return row;
  }

  async close(): Promise<void> {
    await this.#volume?.unmount();
    await rm(this.folder, { recursive: true, force: true });
  }
}
