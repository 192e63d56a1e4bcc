import type { AppContext, RecordNotes } from '../host/host.ts';
import type { EventDraft } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { KitStore } from '../store/kit-store.ts';

export interface NotesDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  events: Pick<EventLog, 'append' | 'isBroken'>;
  kits: Pick<KitStore, 'get'>;
}

/**
 * Entries of what has no other place in the database. One that can't be written (a full disk) stops nobody: it is written with the next one,
 * and the log says so.
 */
export function openNotes({ events, kits, log, now, user }: NotesDeps) {
  let unwritten: EventDraft[] = [];
  const write = (...drafts: EventDraft[]) => {
    unwritten.push(...drafts);
    try {
      events.append(...unwritten);
      unwritten = [];
    } catch (error) {
      log.error('The activity record could not be written; it is tried again with the next entry.', error);
    }
  };
  const note: RecordNotes['note'] = (kind, what, kit = null) => {
    const sha256 = kit?.document?.sha256;
    const body = { what, ...(sha256 === undefined ? {} : { document_sha256: sha256 }) };
    write({ at: now(), kind, kit_id: kit?.id ?? null, who: user, body });
  };
  return {
    note,
    /** A kit's document was found not to be what was verified. The same document is told of once. @param what a sentence */
    integrityBroken(kit_id: string, what: string): void {
      const sha256 = kits.get(kit_id)?.document?.sha256 ?? null;
      if (events.isBroken(kit_id, sha256)) return;
      const body = { what, ...(sha256 === null ? {} : { document_sha256: sha256 }) };
      write({ at: now(), kind: 'integrity', kit_id, who: null, body });
    },
    /** Writes what it can. */
    stop: (): void => write(),
  };
}
