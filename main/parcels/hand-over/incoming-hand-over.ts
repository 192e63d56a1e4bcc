import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { TripKitError } from '../../common/errors.ts';
import { errorCode, hashFile, syncFolder } from '../../common/files.ts';
import type { Log } from '../../common/log.ts';
import { count, utcMinute } from '../../common/text.ts';
import { appDocument } from '../../documents/document-folder.ts';
import type { Agreements } from '../../host/agreements.ts';
import type { NoticeBoard } from '../../host/notices.ts';
import { exists } from '../../store/sqlite-connection.ts';
import { USER_DATABASE, type UserDatabase } from '../../store/user-database.ts';
import { userMigrations } from '../../store/user-schema.ts';
import { SETTINGS_FILE } from '../backup/backup-set.ts';
import { mergeCopy, type RestoredCounts } from '../backup/merge-copy.ts';
import { withCopy } from '../backup/open-copy.ts';
import {
  agreedOf,
  COMING,
  clearHandOver,
  type Decision,
  decide,
  handOverFolder,
  madeBy,
  readDecision,
} from './hand-over-folder.ts';
import { documentName, type HandedDocument } from './manifest.ts';

export interface IncomingDeps {
  user_data: string;
  /** Wall clock, ms since 1970 UTC. */
  now(): number;
  log: Log;
  agreements: Pick<Agreements, 'holds' | 'forget'>;
  notices: Pick<NoticeBoard, 'add'>;
}

/** The start of the history line of a kit from a hand-over file: earlier lines happened elsewhere. */
const RECEIVED = 'Received in the hand-over file of';
/** Most starts that try to bring one file in. */
const MAX_ATTEMPTS = 10;

/** Why an unpacked file is not brought in, by what the agreement of the person is. */
const NOT_AGREED = {
  no: 'A hand-over file lay ready that you had not agreed to. It was removed, and nothing of it was brought in. If you expected one, open it again.',
  locked:
    'The hand-over file is not brought in yet: the keychain of this computer is locked, or there is none. Unlock it, then start Trip Kit Desktop again.',
};

/** If this can't be written, bringing the file in will report it. */
async function noteAttempt({ user_data, log }: IncomingDeps, decision: Decision): Promise<void> {
  await decide(user_data, { ...decision, attempts: decision.attempts + 1 }).catch((error: unknown) =>
    log.warn(`An attempt at a hand-over could not be noted: ${String(error)}`),
  );
}

/** Removes what is left of a hand-over. Never rejects. */
async function end({ user_data, log, agreements }: IncomingDeps): Promise<void> {
  await clearHandOver(user_data).catch((error: unknown) =>
    log.warn(`What is left of a hand-over can't be removed: ${String(error)}`),
  );
  await agreements.forget('hand_over');
}

/** Where a file is brought in. */
export interface Place {
  /** Of the documents. */
  documents: string;
  database: Pick<UserDatabase, 'connection' | 'events' | 'dates' | 'kits'>;
}

/** What was brought in. */
export interface BroughtIn {
  /** How many kits came. */
  kits: number;
  /** Ids of the kits whose documents were verified by their hashes at this start. */
  verified: string[];
  back: RestoredCounts;
  settings: number;
  /** What could not be brought in, one sentence each. */
  left: string[];
}

/**
 * A hand-over file that a person accepted in the last run. It is brought in at the start, before anything uses the database:
 * documents by renaming, then the rows in one transaction. A start after a kill does it again; a second time nothing happens.
 */
export class IncomingHandOver {
  readonly #deps: IncomingDeps;
  readonly decision: Decision;

  private constructor(deps: IncomingDeps, decision: Decision) {
    this.#deps = deps;
    this.decision = decision;
  }

  /** Null if there is none; a file that nobody accepted is removed. While the keychain is locked it waits. Never rejects. */
  static async open(deps: IncomingDeps): Promise<IncomingHandOver | null> {
    const { agreements, notices, log } = deps;
    const decision = readDecision(deps.user_data);
    const agreed = decision && (await agreements.holds('hand_over', agreedOf(decision)));
    if (agreed === 'no' || agreed === 'locked') {
      notices.add({ id: 'handed-over', severity: 'warning', message: NOT_AGREED[agreed] });
      log.warn(`A hand-over file was not brought in: ${agreed}.`);
    }
    if (agreed === 'locked') return null;
    // A file that crashes the app must not crash every start.
    if (decision !== null && agreed === 'yes') {
      if (decision.attempts < MAX_ATTEMPTS) {
        await noteAttempt(deps, decision);
        return new IncomingHandOver(deps, decision);
      }
      log.error('A hand-over file could not be brought in and was given up.');
    }
    await end(deps);
    return null;
  }

  /** Where and when the file was made, for a sentence. */
  get from(): string {
    const { manifest } = this.decision;
    return `the hand-over file of ${madeBy(manifest)}, made on ${utcMinute(Date.parse(manifest.made_at))}`;
  }

  /** The history line of each kit from the file. */
  get line(): string {
    const { manifest } = this.decision;
    return `${RECEIVED} ${madeBy(manifest)}, made on ${utcMinute(Date.parse(manifest.made_at))}.`;
  }

  /** The content of the other laptop's settings file, with its profile as known here; null if the file has none. */
  async settings(): Promise<{ content: unknown; profile: string | null } | null> {
    const { manifest, profiles } = this.decision;
    if (!manifest.files.some(({ name }) => name === SETTINGS_FILE)) return null;
    const content: unknown = JSON.parse(await readFile(join(this.#folder, SETTINGS_FILE), 'utf8'));
    const choices = (content as { choices?: { profile?: unknown } } | null)?.choices;
    return { content, profile: profiles[String(choices?.profile)] ?? null };
  }

  /** Brings in kits and what belongs to them. @throws TripKitError of kind `disk`; then the next start tries again */
  async bringIn(place: Place): Promise<BroughtIn> {
    const { documents, database } = place;
    const { manifest } = this.decision;
    const left: string[] = [];
    const placed = new Set<string>();
    const verified = new Set<string>();
    try {
      await mkdir(documents, { recursive: true });
      for (const document of manifest.documents) {
        const { kit_id } = document;
        if (database.kits.get(kit_id) !== undefined) {
          // It came in at an earlier start that was killed.
          if (this.#hasKit(database, kit_id) && (await this.#place(documents, document)))
            verified.add(kit_id);
        } else if (await this.#place(documents, document)) placed.add(kit_id);
        else
          left.push(
            `The document of ${document.title} is not what was handed over, so this kit was left out.`,
          );
      }
      const merged = await this.#merge(place, placed, left);
      return { ...merged, verified: [...placed, ...verified] };
    } catch (error) {
      // A document without its kit would count as one whose row was lost.
      for (const id of placed) {
        if (database.kits.get(id) === undefined) await this.#takeBack(documents, id);
      }
      throw error;
    }
  }

  async #merge(
    place: Place,
    placed: ReadonlySet<string>,
    left: string[],
  ): Promise<Omit<BroughtIn, 'verified'>> {
    const { documents, database } = place;
    const { user_data, now } = this.#deps;
    const { manifest, profiles: known } = this.decision;
    const lost = manifest.documents.filter(({ kit_id }) => !placed.has(kit_id)).map(({ kit_id }) => kit_id);
    await syncFolder(documents);
    const set = {
      id: COMING,
      made_at: Date.parse(manifest.made_at),
      why: 'daily' as const,
      app_version: '',
      files: manifest.files,
    };
    const folder = handOverFolder(user_data);
    const back = await withCopy(folder, set, USER_DATABASE, userMigrations, (copy) => {
      adapt(copy, known);
      // A person decides whom to trust, in a separate question.
      copy.exec('DELETE FROM profiles');
      const out = copy.prepare('DELETE FROM kits WHERE id = ?');
      for (const id of lost) if (database.kits.get(id) === undefined) out.run(id);
      copy.exec('PRAGMA foreign_keys = ON');
      return mergeCopy(database, copy, {
        made_at: set.made_at,
        now: now(),
        documents,
        came: this.line,
      });
    });
    const kits = database.kits.list().filter(({ id }) => this.#hasKit(database, id)).length;
    return { kits, back, settings: 0, left };
  }

  /** Removes the file's content when all is done. Never rejects. */
  finish(): Promise<void> {
    return end(this.#deps);
  }

  get #folder(): string {
    return join(handOverFolder(this.#deps.user_data), COMING);
  }

  #hasKit(database: Place['database'], kit_id: string): boolean {
    return database.kits.history(kit_id).some(({ what }) => what === this.line);
  }

  async #takeBack(documents: string, kit_id: string): Promise<void> {
    const unpackedFile = join(this.#folder, documentName(kit_id));
    await rename(appDocument(documents, kit_id).file, unpackedFile).catch((error: unknown) =>
      this.#deps.log.warn(`A document of a hand-over stays without its kit: ${String(error)}`),
    );
  }

  /** Moves a document into place, once its hash is that of the manifest; an earlier start may have done so. */
  async #place(documents: string, { kit_id, sha256 }: HandedDocument): Promise<boolean> {
    const unpackedFile = join(this.#folder, documentName(kit_id));
    const { file } = appDocument(documents, kit_id);
    try {
      // A file without a kit may be one whose row was lost: never overwrite it.
      if (exists(file)) return (await hashFile(file)) === sha256;
      if (!exists(unpackedFile) || (await hashFile(unpackedFile)) !== sha256) return false;
      await rename(unpackedFile, file);
      return true;
    } catch (cause) {
      const message = `A document of a hand-over file could not be saved (${errorCode(cause) ?? 'unknown'}). Check the disk, then start Trip Kit Desktop again: it goes on by itself.`;
      throw new TripKitError('disk', message, { cause });
    }
  }
}

/** Changes profile ids to those of this laptop. */
function adapt(copy: DatabaseSync, known: Readonly<Record<string, string>>): void {
  const change = copy.prepare('UPDATE kits SET profile_id = ? WHERE rowid = ?');
  const moved = copy
    .prepare('SELECT rowid, profile_id FROM kits')
    .all()
    .map(
      ({ rowid, profile_id }) => [known[String(profile_id)] ?? String(profile_id), Number(rowid)] as const,
    );
  for (const [ours, rowid] of moved) change.run(ours, rowid);
}

/** Reports what was brought in, and what was not, to the person and the log. */
export function tellBroughtIn(
  { from }: Pick<IncomingHandOver, 'from'>,
  { kits, back, settings, left }: BroughtIn,
  notices: Pick<NoticeBoard, 'add'>,
  log: Pick<Log, 'info'>,
): string {
  const counts: [number, string][] = [
    [kits, 'kit'],
    [back.acknowledgements, 'acknowledgement'],
    [back.pins, 'kept kit'],
    [back.marks, 'mark'],
    [back.places, 'reading place'],
    [back.reviews, 'reviewed chart'],
    [settings, 'setting'],
  ];
  const found = counts.flatMap(([number, what]) => (number > 0 ? [count(number, what)] : []));
  const message =
    found.length > 0 ? `Brought in from ${from}: ${found.join(', ')}.` : `Nothing of ${from} was new here.`;
  log.info(`A hand-over file was brought in: ${found.join(', ') || 'nothing was new'}.`);
  notices.add({ id: 'handed-over', severity: 'info', message });
  if (left.length > 0) {
    const most = left.slice(0, 5).join(' ');
    const more = left.length > 5 ? ` ${left.length - 5} more were left out.` : '';
    notices.add({ id: 'handed-over-left', severity: 'warning', message: most + more });
  }
  return [message, ...left].join(' ');
}
