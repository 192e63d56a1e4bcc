/** The fake's places, prepared data, search and marks; in memory, with the contract's own shapes. */
import type { KitCharts, Mark, ReadingPlace } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { createFakeCharts } from './fake-charts.ts';
import { createFakeSearch } from './fake-search.ts';
import { type Named, ok } from './fake-setup.ts';

/** Who hears that more is known of a kit's document. */
export type PreparedListener = (change: { kit_id: string }) => void;

/** Nothing is prepared unless a test replaces a call: the viewer must open without. */
export function createFakeReading(
  named: Named,
  texts: ReadonlyMap<string, string[]>,
  charts: ReadonlyMap<string, KitCharts>,
  prepared: Set<PreparedListener>,
): Pick<FakeBridge, 'reading' | 'search' | 'marks'> & {
  /** Puts a mark on its kit. */
  put(mark: Mark): void;
  /** Says that another window changed marks of this kit. */
  marked(kitId: string): void;
} {
  const places = new Map<string, ReadingPlace>();
  const marks = new Map<string, Mark>();
  const markListeners = new Set<(change: { kit_id: string }) => void>();
  const now = () => new Date().toISOString();
  const put = (kit_id: string, id: string, created_at: string, draft: Mark['draft']): Mark => {
    const mark: Mark = {
      id,
      kit_id,
      created_at,
      changed_at: now(),
      by: 'pilot',
      draft,
      outdated: false,
      carried_from: null,
      // Which chart a page is, the fake does not know.
      ...(draft.kind === 'note' && draft.belongs
        ? {
            lasting: {
              airport: 'EGLL',
              chart: draft.belongs === 'chart' ? '11-1 ILS 27L' : null,
              waits: null,
            },
          }
        : {}),
    };
    marks.set(id, mark);
    return mark;
  };
  return {
    put: (mark) => void marks.set(mark.id, mark),
    marked: (kit_id) => {
      for (const listener of markListeners) listener({ kit_id });
    },
    reading: {
      prepared: named('reading.prepared', () =>
        ok({
          sha256: '',
          state: 'waiting' as const,
          sizes: null,
          outline: null,
          thumbnails: { pages: [], unpaintable: [] },
          charts: [],
        }),
      ),
      text: named('reading.text', (id) => ok(texts.get(id) ?? null)),
      ...createFakeCharts(named, charts),
      missingFirstThumbnails: named('reading.missingFirstThumbnails', () => ok([])),
      thumbnails: named('reading.thumbnails', () => ok({ pages: [], unpaintable: [] })),
      missingStoredThumbnails: named('reading.missingStoredThumbnails', () => ok([])),
      // There is no room for them: what a window asks for is what a test has put there.
      storeStoredThumbnails: named('reading.storeStoredThumbnails', () => ok(false)),
      place: named('reading.place', (id) => ok(places.get(id) ?? null)),
      setPlace: named('reading.setPlace', (id, place) => {
        places.set(id, place);
        return ok(null);
      }),
      on: (_event, listener) => {
        const heard = listener as PreparedListener;
        prepared.add(heard);
        return () => prepared.delete(heard);
      },
    },
    ...createFakeSearch(named),
    marks: {
      list: named('marks.list', (id) => ok([...marks.values()].filter((mark) => mark.kit_id === id))),
      add: named('marks.add', (id, draft) => ok(put(id, crypto.randomUUID(), now(), draft))),
      change: named('marks.change', (kit, id, draft) =>
        ok(put(kit, id, marks.get(id)?.created_at ?? now(), draft)),
      ),
      keepNote: named('marks.keepNote', (kit, id) => {
        const { lasting, draft, created_at } = marks.get(id) as Mark;
        const kept = put(kit, id, created_at, draft);
        return ok(Object.assign(kept, lasting && { lasting: { ...lasting, waits: null } }));
      }),
      remove: named('marks.remove', (_kit, id) => {
        marks.delete(id);
        return ok(null);
      }),
      bookmarks: named('marks.bookmarks', (kit) =>
        ok(
          [...marks.values()].flatMap(({ id, kit_id, draft }) =>
            draft.kind === 'bookmark'
              ? [{ id, title: draft.title, heading: draft.heading, page: kit_id === kit ? draft.page : null }]
              : [],
          ),
        ),
      ),
      saveCopy: named('marks.saveCopy', () => ok('marked.pdf')),
      on: (_name, listener) => {
        const heard = listener as (change: { kit_id: string }) => void;
        markListeners.add(heard);
        return () => markListeners.delete(heard);
      },
    },
  };
}
