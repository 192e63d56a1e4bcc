import { basename } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitDocument } from '../library/kit-record.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';

export interface DocumentCallsParts {
  engine: Pick<KitEngine, 'get'>;
  dialogs: Pick<FileDialogs, 'saveDocument'>;
  /** Which documents the window shows: retention leaves them alone. */
  open: { add(kit_id: string): void; delete(kit_id: string): void };
  /** Writes a copy of a kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
}

/** Calls of the domain `documents`. */
export function documentCalls({
  engine,
  dialogs,
  open,
  copyDocument,
}: DocumentCallsParts): DomainCalls<'documents'> {
  return {
    open: (kit_id) => {
      const { bytes, sha256, pages } = documentOf(engine.get(kit_id));
      open.add(kit_id);
      return { kit_id, url: `/documents/${kit_id}`, bytes, sha256, pages };
    },
    closed: (kit_id) => {
      open.delete(kit_id);
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
  };
}

function documentOf(kit: LiveKit): KitDocument {
  if (kit.document) return kit.document;
  throw new TripKitError(
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
