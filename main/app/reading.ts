/** What is known of the documents of kits beside their bytes: kept in step with the kits. */
import type { Log } from '../common/log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitDocument } from '../library/kit-record.ts';
import type { PlaceStore } from '../library/personal/place-store.ts';
import type { OutlineLine } from '../library/reading/headings.ts';
import type { PosterFacts, PosterStore } from '../library/reading/poster-store.ts';
import type { PageSize, PreparedState, PreparedStore } from '../library/reading/prepared-store.ts';

export interface ReadingParts {
  engine: Pick<KitEngine, 'list'>;
  prepared: PreparedStore;
  posters: PosterStore;
  places: Pick<PlaceStore, 'kits' | 'remove'>;
  /** A person reads this kit, and its document is not taken in yet. */
  onWanted(kit_id: string): void;
  /** Told of every kit whose data or picture has changed. */
  onPrepared(kit_id: string): void;
  /** Gives room that is free now back to the volume. */
  shrink(): void;
  log: Log;
}

export interface PreparedData {
  sha256: string;
  state: PreparedState;
  sizes: PageSize[] | null;
  outline: OutlineLine[] | null;
}

/** Every call @throws TripKitError of kind `disk`. */
export class Reading {
  readonly #parts: ReadingParts;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** What was taken from this very document; nothing of an earlier one of the kit. */
  prepared(kit_id: string, { sha256 }: KitDocument): PreparedData {
    const known = this.#parts.prepared.get(kit_id);
    if (known?.sha256 !== sha256 || known.state === 'waiting') this.#parts.onWanted(kit_id);
    if (known === null || known.sha256 !== sha256) {
      return { sha256, state: 'waiting', sizes: null, outline: null };
    }
    return { sha256, state: known.state, sizes: known.sizes, outline: known.outline };
  }

  text(kit_id: string, { sha256 }: KitDocument): string[] | null {
    return this.#parts.prepared.text(kit_id, sha256);
  }

  poster(kit_id: string, { sha256 }: KitDocument): PosterFacts | null {
    return this.#parts.posters.facts(kit_id, sha256);
  }

  /** Ready kits without a picture of their document, the newest first. */
  missingPosters(limit: number): string[] {
    const there = this.#parts.posters.all();
    return this.#parts.engine
      .list()
      .filter(({ id, state, document }) => state === 'ready' && document && there.get(id) !== document.sha256)
      .sort((a, b) => b.created_at - a.created_at)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  /** @throws TripKitError of kind `config` for what is no JPEG */
  storePoster(
    kit_id: string,
    { sha256 }: KitDocument,
    picture: { width: number; height: number; jpeg: Uint8Array },
  ): boolean {
    this.#parts.posters.store(kit_id, sha256, picture);
    this.#parts.onPrepared(kit_id);
    return true;
  }

  /** These kits are gone: so is what was taken from them, and where people were in them. Never throws. */
  forget(kit_ids: readonly string[]): void {
    const { prepared, posters, places, log } = this.#parts;
    try {
      for (const id of kit_ids) {
        prepared.remove(id);
        posters.remove(id);
      }
      places.remove(kit_ids);
      if (kit_ids.length > 0) this.#parts.shrink();
    } catch (error) {
      log.error('What was kept of removed kits could not be removed; the next start tries again.', error);
    }
  }

  /** Forgets kits that went while nobody looked. @param complete whether the library knows all its kits. Never throws. */
  sweep(complete: boolean): void {
    const { engine, prepared, posters, places, log } = this.#parts;
    if (!complete) return;
    try {
      const known = new Set(engine.list().map(({ id }) => id));
      const kept = new Set([...prepared.states().keys(), ...posters.all().keys(), ...places.kits()]);
      this.forget([...kept].filter((id) => !known.has(id)));
    } catch (error) {
      log.error('What is kept beside the kits could not be read.', error);
    }
  }
}
