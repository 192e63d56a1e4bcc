import { TripKitError } from '../common/errors.ts';
import { utc } from '../common/utc.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import type { KitDocument } from '../library/kit-record.ts';
import type { DomainCalls } from './call-map.ts';
import type { IpcContext, NamedKit } from './ipc-context.ts';
import { saveChosen } from './save-file.ts';

export type DocumentCallsDeps = Pick<
  IpcContext,
  'dialogs' | 'open' | 'checker' | 'activity' | 'dragOut' | 'copyDocument'
> & { engine: Pick<IpcContext['engine'], 'get'> };

/** Calls of the domain `documents`. */
export function documentCalls(deps: DocumentCallsDeps): DomainCalls<'documents'> {
  const { engine, dialogs, open, checker, activity, dragOut } = deps;
  /** Those of the kits that have a document, once each. */
  const dragged = (kit_ids: readonly string[]): NamedKit[] => {
    const ready = [...new Set(kit_ids)].map((id) => engine.get(id)).filter(({ document }) => document);
    if (ready.length === 0) throw notHere();
    return ready.map((kit) => ({ id: kit.id, name: suggestedName(kit) }));
  };
  return {
    open: (kit_id) => {
      const kit = engine.get(kit_id);
      const { bytes, sha256, pages } = documentOf(kit);
      open.add(kit_id);
      activity.record('opened', [kit]);
      return { kit_id, url: `/documents/${kit_id}`, bytes, sha256, pages };
    },
    closed: (kit_id) => {
      if (open.delete(kit_id)) checker.released(kit_id);
    },
    shown: (kit_ids) => {
      open.shown = kit_ids;
    },
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      documentOf(kit);
      return saveChosen(dialogs.saveDocument(suggestedName(kit)), (path) => deps.copyDocument(kit_id, path));
    },
    prepareDrag: async (kit_ids) => dragOut.prepare(dragged(kit_ids)),
    // Nothing is awaited: the system's drag has to begin in the call that asks for it (main/electron/nested-loop.ts).
    drag: (kit_ids) => dragOut.drag(dragged(kit_ids)),
    check: async (kit_id) => {
      documentOf(engine.get(kit_id));
      const { ok, checked_at, what } = await checker.check(kit_id);
      return { kit_id, ok, checked_at: utc(checked_at), what };
    },
  };
}

/** The kit's document. @throws TripKitError of kind `config` where it is not on this laptop */
export function documentOf({ document }: LiveKit): KitDocument {
  if (document) return document;
  throw notHere();
}

function notHere(): TripKitError {
  return new TripKitError(
    'config',
    'This kit is not on this laptop yet. Wait until it is ready, then open it.',
  );
}

/** For example `KLM511 EHAM-KJFK 2026-11-21.pdf`: what a person looks for in a folder, safe on every file system. */
export function suggestedName({ trip, tripkit_id, id }: Pick<LiveKit, 'trip' | 'tripkit_id' | 'id'>): string {
  const words = trip
    ? [trip.flight, `${trip.origin}-${trip.destination}`, trip.departure?.slice(0, 10)]
        .filter(Boolean)
        .join(' ')
    : (tripkit_id ?? id);
  const safe = words
    .replace(/[^A-Za-z0-9._ -]/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 100)
    .trimEnd();
  return `${safe || id}.pdf`;
}
