import type { AppContext, RecordNotes } from '../host/host.ts';
import type { EventDraft } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { KitStore } from '../store/kit-store.ts';

export interface NotesDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  events: Pick<EventLog, 'append' | 'isBroken'>;
  kits: Pick<KitStore, 'get'>;
}

/**
 * Entries for events that are stored nowhere else in the database. If one can't be written (a full disk), the caller is not stopped: it is
 * written together with the next entry, and the log reports it.
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
    /** Records that a kit's document is not the verified one, once for each document. @param what a sentence */
    integrityBroken(kit_id: string, what: string): void {
      const sha256 = kits.get(kit_id)?.document?.sha256 ?? null;
      if (events.isBroken(kit_id, sha256)) return;
      const body = { what, ...(sha256 === null ? {} : { document_sha256: sha256 }) };
      write({ at: now(), kind: 'integrity', kit_id, who: null, body });
    },
    /** Writes the waiting entries, if possible. */
    stop: (): void => write(),
  };
}
