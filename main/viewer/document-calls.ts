import { TripKitError } from '../common/errors.ts';
import { documentsOrigin } from '../electron/app-origin.ts';
import type { DomainCalls } from '../host/call-map.ts';
import { saveChosen } from '../host/save-file.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import { type FlagsOf, viewKit } from '../kits/kit-view.ts';
import type { IpcContext, NamedKit } from '../start/ipc-context.ts';
import type { KitDocument } from '../store/kit-record.ts';

export type DocumentCallsDeps = Pick<
  IpcContext,
  | 'dialogs'
  | 'open'
  | 'passes'
  | 'checker'
  | 'activity'
  | 'dragOut'
  | 'copyDocument'
  | 'fileFacts'
  | 'flags'
  | 'trail'
> & { engine: Pick<IpcContext['engine'], 'get'> };

/** Calls of the domain `documents`. */
export function documentCalls(deps: DocumentCallsDeps): DomainCalls<'documents'> {
  const { engine, dialogs, open, passes, checker, activity, dragOut, flags } = deps;
  const nameOf = (kit: LiveKit) => suggestedName(kit, isDamaged(kit, flags));
  /** Those of the kits that have a document, once each. */
  const dragged = (kit_ids: readonly string[]): NamedKit[] => {
    const ready = [...new Set(kit_ids)].map((id) => engine.get(id)).filter(({ document }) => document);
    if (ready.length === 0) throw notHere();
    return ready.map((kit) => ({ id: kit.id, name: nameOf(kit) }));
  };
  return {
    open: async (kit_id) => {
      documentOf(engine.get(kit_id));
      open.add(kit_id);
      const file = await deps.fileFacts(kit_id);
      if (file === null) await checker.check(kit_id);
      const kit = engine.get(kit_id);
      const { sha256, pages, ...verified } = documentOf(kit);
      const { bytes, stamp } = file ?? { ...verified, stamp: null };
      activity.record('opened', [kit]);
      const isSound = bytes === verified.bytes && !isDamaged(kit, flags);
      // It is read to its end while the person reads what can be read.
      if (!isSound) checker.suspect(kit_id, stamp);
      return { kit_id, bytes, sha256: isSound ? sha256 : null, pages };
    },
    pass: (kit_id, page) => {
      documentOf(engine.get(kit_id));
      return passes.give(kit_id, documentsOrigin(page));
    },
    endPass: (page) => passes.end(documentsOrigin(page)),
    closed: (kit_id) => void open.delete(kit_id),
    shown: (kit_ids) => {
      open.shown = kit_ids;
    },
    saveCopy: async (kit_id) => {
      const kit = engine.get(kit_id);
      documentOf(kit);
      return saveChosen(dialogs.saveDocument(nameOf(kit)), async (path) => {
        await deps.copyDocument(kit_id, path);
        deps.trail.note('saved', 'A copy of the document was saved outside the app.', kit);
      });
    },
    prepareDrag: async (kit_ids) => dragOut.prepare(dragged(kit_ids)),
    // Nothing is awaited: the system's drag has to begin in the call that asks for it (main/electron/nested-loop.ts).
    drag: (kit_ids) => dragOut.drag(dragged(kit_ids)),
    check: async (kit_id) => {
      engine.get(kit_id);
      await checker.check(kit_id);
      return viewKit(engine.get(kit_id), flags);
    },
  };
}

/** Whether the kit's document is not what was verified. */
export function isDamaged(kit: LiveKit, flags: FlagsOf): boolean {
  return flags.of(kit).soundness?.state === 'damaged';
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

/**
 * For example `KLM511 EHAM-KJFK 2026-11-21.pdf`: what a person looks for in a folder, safe on every file system. A copy of a
 * damaged document says so in its name, wherever it goes.
 */
export function suggestedName(
  { trip, tripkit_id, id }: Pick<LiveKit, 'trip' | 'tripkit_id' | 'id'>,
  damaged = false,
): string {
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
  return `${damaged ? 'DAMAGED ' : ''}${safe || id}.pdf`;
}
