import { basename } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitDocument } from '../library/kit-record.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { utc } from './kit-view.ts';

export interface DocumentCallsDeps {
  engine: Pick<KitEngine, 'get'>;
  dialogs: Pick<FileDialogs, 'saveDocument'>;
  /** Which documents the views of the window hold: retention leaves them alone. `delete` is true for the last view. */
  open: { add(kit_id: string): void; delete(kit_id: string): boolean; shown: readonly string[] };
  checker: {
    /** @throws TripKitError of kind `disk` where the document can't be read */
    check(kit_id: string): Promise<{ ok: boolean; checked_at: number; what: string }>;
    /** No view holds the document any more. */
    released(kit_id: string): void;
  };
  /** Writes down that this computer's user opened it (main/app/activity-log.ts). */
  acts: { record(act: 'opened', kits: readonly LiveKit[]): void };
  /** Hands documents to the system's drag (main/electron/drag-out.ts). @throws TripKitError of kind `config` or `disk` */
  dragOut: {
    prepare(kits: readonly { id: string; name: string }[]): Promise<void>;
    drag(kits: readonly { id: string; name: string }[]): void;
  };
  /** Writes a copy of a kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
}

/** Calls of the domain `documents`. */
export function documentCalls({
  engine,
  dialogs,
  open,
  checker,
  acts,
  dragOut,
  copyDocument,
}: DocumentCallsDeps): DomainCalls<'documents'> {
  /** Those of the kits that have a document, once each. */
  const dragged = (kit_ids: readonly string[]) => {
    const ready = [...new Set(kit_ids)].map((id) => engine.get(id)).filter(({ document }) => document);
    if (ready.length === 0) throw notHere();
    return ready.map((kit) => ({ id: kit.id, name: suggestedName(kit) }));
  };
  return {
    open: (kit_id) => {
      const kit = engine.get(kit_id);
      const { bytes, sha256, pages } = documentOf(kit);
      open.add(kit_id);
      acts.record('opened', [kit]);
      return { kit_id, url: `/documents/${kit_id}`, bytes, sha256, pages };
    },
    closed: (kit_id) => {
      if (open.delete(kit_id)) checker.released(kit_id);
      return null;
    },
    shown: (kit_ids) => {
      open.shown = kit_ids;
      return null;
    },
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      documentOf(kit);
      const path = await dialogs.saveDocument(suggestedName(kit));
      if (path === null) return null;
      await copyDocument(kit_id, path);
      return basename(path);
    },
    prepareDrag: async (kit_ids) => {
      await dragOut.prepare(dragged(kit_ids));
      return null;
    },
    // Nothing is awaited: the system's drag has to begin in the call that asks for it (main/electron/nested-loop.ts).
    drag: (kit_ids) => {
      dragOut.drag(dragged(kit_ids));
      return null;
    },
    check: async (kit_id) => {
      documentOf(engine.get(kit_id));
      const { ok, checked_at, what } = await checker.check(kit_id);
      return { kit_id, ok, checked_at: utc(checked_at), what };
    },
  };
}

function documentOf(kit: LiveKit): KitDocument {
  if (kit.document) return kit.document;
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
