/**
 * One file per profile: the sealed key and chain, and the public facts, which show whose certificate it is even while the
 * keychain is locked. Both change in one rename. A certificate of this computer has only public facts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, makePrivateFolder, syncFolder } from '../common/files.ts';
import { removeFile, replaceFile } from '../common/whole-file.ts';
import { type CertificateFacts, certificateFactsSchema } from './certificate-facts.ts';

/** A key from a file. `sealed` is null if the person keeps it only in memory. */
export interface FileRecord {
  kind: 'file';
  facts: CertificateFacts;
  sealed: Buffer | null;
}

/** A certificate in this computer's store or on a card, identified by its fingerprint. */
export interface ComputerRecord {
  kind: 'computer';
  facts: CertificateFacts;
  /** Cards that were open when it was chosen, by name: only their PIN is asked for. Null if not known. */
  cards: readonly string[] | null;
}

/** The stored record. */
export type IdentityRecord = FileRecord | ComputerRecord;

const fileSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    format: z.literal(1),
    kind: z.literal('file'),
    facts: certificateFactsSchema,
    sealed: z.base64().nullable(),
  }),
  z.strictObject({
    format: z.literal(1),
    kind: z.literal('computer'),
    facts: certificateFactsSchema,
    cards: z.array(z.string()).nullable(),
  }),
]);

/** Only UUIDs become file names. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The identities' folder. Calls for one profile must not overlap; IdentityStore ensures that. */
export class IdentityFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The record; null if there is none; `damaged` if the file can't be read; it is kept.
   *
   * @throws TripKitError `config` if the id isn't a UUID.
   */
  async read(profile_id: string): Promise<IdentityRecord | 'damaged' | null> {
    const path = this.#path(profile_id);
    try {
      const file = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      const { facts } = file;
      if (file.kind === 'computer') return { kind: 'computer', facts, cards: file.cards };
      return {
        kind: 'file',
        facts,
        sealed: file.sealed === null ? null : Buffer.from(file.sealed, 'base64'),
      };
    } catch (error) {
      return errorCode(error) === 'ENOENT' ? null : 'damaged';
    }
  }

  /**
   * Replaces the record in one step: the old one stays until the new one is on disk. Mode 0600 in a 0700 folder.
   *
   * @throws TripKitError `disk`.
   */
  async write(profile_id: string, record: IdentityRecord): Promise<void> {
    const target = this.#path(profile_id);
    try {
      await makePrivateFolder(this.#folder);
      await replaceFile(target, JSON.stringify(stored(record)));
    } catch (error) {
      throw diskError(error, 'Saving the certificate', target);
    }
  }

  /** @throws TripKitError `disk`. */
  async remove(profile_id: string): Promise<void> {
    const target = this.#path(profile_id);
    try {
      await removeFile(target);
      await syncFolder(this.#folder);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw diskError(error, 'Removing the certificate', target);
    }
  }

  #path(profile_id: string): string {
    if (!UUID.test(profile_id)) {
      throw new TripKitError('config', 'This profile is unknown. Choose one of the profiles in the list.');
    }
    return join(this.#folder, `${profile_id}.sealed`);
  }
}

function stored(record: IdentityRecord) {
  const { kind, facts } = record;
  if (kind === 'computer') return { format: 1, kind, facts, cards: record.cards };
  return { format: 1, kind, facts, sealed: record.sealed?.toString('base64') ?? null };
}
