/** Data about the kits' documents besides their bytes, kept up to date with the kits. */

import type { KitCharts, PreparedDocument, StoredThumbnails } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { tryOrLog } from '../common/log.ts';
import { MAX_PAGES } from '../documents/rules/limits.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitDocument } from '../store/kit-record.ts';
import type { PreparedStore } from './prepared-store.ts';
import { pagesIn, type StoredThumbnail, type ThumbnailStore } from './thumbnail-store.ts';

interface ReadingDeps extends Pick<AppContext, 'log' | 'now'> {
  engine: Pick<KitEngine, 'list'>;
  prepared: PreparedStore;
  thumbnails: ThumbnailStore;
  /** Called when a person reads this kit, and its document is not prepared yet. */
  onWanted(kit_id: string): void;
  /** Returns freed space to the volume. */
  shrink(): void;
}

/** Assumed size of a stored thumbnail until the document's own sizes are known, bytes. */
const TYPICAL_THUMBNAIL_BYTES = 8 * 1024;

/** Every call @throws TripKitError of kind `disk`. */
export class Reading {
  readonly #deps: ReadingDeps;

  constructor(deps: ReadingDeps) {
    this.#deps = deps;
  }

  /** A person opens the kit: returns the data of exactly this document, not of an earlier one of the kit. */
  prepared(kit_id: string, { sha256 }: KitDocument): PreparedDocument {
    const known = this.#deps.prepared.get(kit_id);
    const thumbnails = this.#deps.thumbnails.pages(sha256);
    this.#noteUse(sha256);
    if (known?.sha256 !== sha256 || known.state === 'waiting') this.#deps.onWanted(kit_id);
    if (known === null || known.sha256 !== sha256) {
      return { sha256, state: 'waiting', sizes: null, outline: null, thumbnails, charts: [] };
    }
    const { state, sizes, outline } = known;
    return { sha256, state, sizes, outline, thumbnails, charts: this.#chartsOf(kit_id, sha256) };
  }

  #chartsOf(kit_id: string, sha256: string): PreparedDocument['charts'] {
    const pages = this.#deps.prepared.wholePages(kit_id, sha256);
    const drawn = pages.length > 0 ? this.#deps.thumbnails.drawn(sha256) : null;
    return pages.map((page) => [page, drawn?.get(page) ?? null]);
  }

  text(kit_id: string, { sha256 }: KitDocument): string[] | null {
    return this.#deps.prepared.text(kit_id, sha256);
  }

  /** The chart of each page that was read so far. */
  charts(kit_id: string, { sha256 }: KitDocument): KitCharts {
    return { sha256, ...this.#deps.prepared.charts(kit_id, sha256) };
  }

  /** Ready kits without a stored thumbnail of page 1, newest first. */
  missingFirstThumbnails(limit: number): string[] {
    const known = this.#deps.thumbnails.documents();
    const lacks = (sha256: string) => {
      const { pages, unpaintable } = known.get(sha256) ?? { pages: [], unpaintable: [] };
      return pages[0]?.[0] !== 1 && unpaintable[0]?.[0] !== 1;
    };
    return this.#deps.engine
      .list()
      .filter(({ state, document }) => state === 'ready' && document && lacks(document.sha256))
      .sort((a, b) => b.created_at - a.created_at)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  thumbnails({ sha256 }: KitDocument): StoredThumbnails {
    return this.#deps.thumbnails.pages(sha256);
  }

  /**
   * Ready kits whose documents lack stored thumbnails, most recently opened or added first. Kits are left out if their
   * thumbnails would displace those of kits before them.
   */
  missingStoredThumbnails(limit: number): string[] {
    const { engine, prepared, thumbnails } = this.#deps;
    const known = thumbnails.documents();
    const states = prepared.states();
    const kits = engine
      .list()
      .flatMap(({ id, state, document, created_at }) => {
        if (state !== 'ready' || !document || document.pages > MAX_PAGES) return [];
        // Its text is extracted first: both at once would be too much for the laptop.
        const taken = states.get(id);
        if (taken?.sha256 !== document.sha256 || taken.state === 'waiting') return [];
        const there = known.get(document.sha256);
        const used_at = Math.max(created_at, there?.used_at ?? 0);
        return [{ id, document, there, created_at, used_at }];
      })
      .sort((one, other) => other.used_at - one.used_at || other.created_at - one.created_at);
    const missing: string[] = [];
    const seen = new Set<string>();
    let room = thumbnails.budget;
    for (const { id, document, there } of kits) {
      if (seen.has(document.sha256)) continue;
      seen.add(document.sha256);
      const done = there ? pagesIn(there.pages) + pagesIn(there.unpaintable) : 0;
      const whole = done >= document.pages;
      room -= whole
        ? (there?.bytes ?? 0)
        : Math.max(there?.bytes ?? 0, document.pages * TYPICAL_THUMBNAIL_BYTES);
      if (room < 0 || missing.length >= limit) break;
      if (!whole) missing.push(id);
    }
    return missing;
  }

  /** @returns whether they were stored. @throws TripKitError of kind `config` if one is not a stored thumbnail of this document */
  storeStoredThumbnails(
    kit: Pick<LiveKit, 'created_at'>,
    document: KitDocument,
    made: readonly StoredThumbnail[],
  ): boolean {
    if (made.some(({ page }) => page > document.pages)) {
      throw new TripKitError(
        'config',
        'The small picture is of a page that this document does not have, so it was not kept. Open the kit again.',
      );
    }
    return this.#deps.thumbnails.store(document.sha256, kit.created_at, made);
  }

  /** Deletes the data of removed kits. Never throws. */
  forget(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    const { prepared, shrink, log } = this.#deps;
    tryOrLog(log, 'What was kept of removed kits could not be removed; the next start tries again.', () => {
      for (const id of kit_ids) prepared.remove(id);
      this.#keepStoredThumbnails();
      shrink();
    });
  }

  /** Deletes the data of kits that were removed while this room was not open. Never throws. */
  sweep(): void {
    const { engine, prepared, log } = this.#deps;
    tryOrLog(log, 'What is kept beside the kits could not be read.', () => {
      const known = new Set(engine.list().map(({ id }) => id));
      this.forget([...prepared.states().keys()].filter((id) => !known.has(id)));
      this.#keepStoredThumbnails();
    });
  }

  /** A full disk must not prevent opening a kit. */
  #noteUse(sha256: string): void {
    const { thumbnails, now, log } = this.#deps;
    try {
      thumbnails.use(sha256, now());
    } catch (error) {
      log.warn(`That a kit was opened could not be noted for its small pictures: ${String(error)}`);
    }
  }

  /** Two kits may have the same document, so stored thumbnails are deleted with the last of them. */
  #keepStoredThumbnails(): void {
    const documents = this.#deps.engine.list().flatMap(({ document }) => document?.sha256 ?? []);
    this.#deps.thumbnails.keepOnly(new Set(documents));
  }
}
