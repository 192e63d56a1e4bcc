/**
 * The client identities on this machine, one per profile: imported and sealed by the keychain, or chosen from the
 * computer's own; used, removed.
 */

import { hash, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { AllowedKinds, IdentityKind } from '../../preload/contract.ts';
import type { Clock } from '../common/clock.ts';
import { type Log, silentLog } from '../common/log.ts';
import { registerSecret } from '../common/redact.ts';
import { inTime } from '../common/wait.ts';
import type { Agreed } from '../host/agreements.ts';
import type { Sealer } from '../host/sealer.ts';
import { type CertificateFacts, certificateFacts, checkValidity } from './certificate-facts.ts';
import { identityError } from './identity-error.ts';
import { type ComputerRecord, type FileRecord, IdentityFiles } from './identity-file.ts';
import { openAside } from './open-aside.ts';
import type { ClientIdentity, OpenOptions } from './pkcs12.ts';

/**
 * State of a profile's identity; public facts only. `use` and checkValidity tell whether it is valid today; only the next
 * call to the server tells whether a certificate of this computer is available now.
 */
export type IdentityState =
  | { state: 'none' }
  /** Chosen before, but needs the keychain or its file and passphrase; `reason` is a sentence that says what to do. */
  | { state: 'locked'; kind: IdentityKind; identity: CertificateFacts | null; reason: string }
  /** Administrators don't allow this kind. */
  | { state: 'refused'; kind: IdentityKind; identity: CertificateFacts; reason: string }
  /** `stored` is false if it is only in memory until the app ends. */
  | { state: 'usable'; kind: IdentityKind; identity: CertificateFacts; stored: boolean };

/** What authenticates: a key with its chain, or a certificate of this computer. */
export type ProfileIdentity = (ClientIdentity & { kind: 'file' }) | ComputerRecord;

export interface IdentityStoreOptions {
  /** Of the records, absolute. */
  folder: string;
  sealer: Sealer;
  clock: Clock;
  log?: Log;
  kinds?: AllowedKinds;
  /** Whether the person agreed to the servers of this profile. Never rejects. */
  agreed(profile_id: string): Promise<Agreed>;
}

/** Limit for a keychain that asks the person, ms. */
const SEALER_LIMIT = 10_000;

const sealedText = z.strictObject({ key: z.string(), cert: z.string() });

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

type Unsealed = { identity: ClientIdentity } | { reason: string };

/**
 * Manages identities. Stored ones are unsealed at each use and not kept in memory; others stay in memory until they are
 * removed, replaced, or the app ends.
 */
export class IdentityStore {
  readonly #files: IdentityFiles;
  readonly #sealer: Sealer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #kinds: AllowedKinds;
  readonly #agreed: IdentityStoreOptions['agreed'];
  readonly #memory = new Map<string, ClientIdentity>();
  /** Digests of what was unsealed in this run: their state needs no further question to the keychain. */
  readonly #proven = new Set<string>();
  /** Running questions to the keychain by digest, so it is asked only once at a time for the same. */
  readonly #unsealing = new Map<string, Promise<Unsealed>>();
  /** The last change of each profile, so changes never overlap. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(options: IdentityStoreOptions) {
    this.#files = new IdentityFiles(options.folder);
    this.#sealer = options.sealer;
    this.#clock = options.clock;
    this.#log = options.log ?? silentLog;
    this.#kinds = options.kinds ?? 'any';
    this.#agreed = options.agreed;
  }

  /** The kinds that may be chosen and used. */
  get kinds(): AllowedKinds {
    return this.#kinds;
  }

  /**
   * Refuses a kind that administrators don't allow.
   * @throws TripKitError `identity`, condition `not_allowed`
   */
  requireAllowed(kind: IdentityKind): void {
    if (!this.#allows(kind)) throw identityError('not_allowed', REFUSED[kind]);
  }

  /** Never throws because of a keychain or a damaged file: these are states. */
  async state(profile_id: string): Promise<IdentityState> {
    await this.#changes.get(profile_id);
    const inMemory = this.#memory.get(profile_id);
    if (inMemory !== undefined) return { ...usable, identity: inMemory.facts, stored: false };
    const record = await this.#files.read(profile_id);
    if (record === null) return { state: 'none' };
    if (record === 'damaged') return { state: 'locked', kind: 'file', identity: null, reason: DAMAGED };
    const { kind, facts } = record;
    if (!this.#allows(kind)) return { state: 'refused', kind, identity: facts, reason: REFUSED[kind] };
    const isProven =
      kind === 'computer' || (record.sealed !== null && this.#proven.has(digestOf(record.sealed)));
    const unsealed = isProven ? { identity: { facts } } : await this.#unseal(record);
    if ('reason' in unsealed) return { state: 'locked', kind, identity: facts, reason: unsealed.reason };
    const agreed = await this.#agreed(profile_id);
    if (agreed !== 'yes') return { state: 'locked', kind, identity: facts, reason: NOT_AGREED[agreed] };
    return { state: 'usable', kind, identity: unsealed.identity.facts, stored: true };
  }

  /**
   * Opens a PKCS#12 file and keeps its identity; replaces the earlier one only once the new one is safe.
   *
   * @param options.store false: in memory only; the public facts are still written, to recognise it at the next start.
   * @param options.key which one, if the file has several (openPkcs12).
   * @throws TripKitError `identity` (as openPkcs12 and checkValidity, or `cannot_store`) or `disk`.
   */
  async import(
    profile_id: string,
    bytes: Uint8Array,
    passphrase: string,
    options: { store: boolean } & OpenOptions,
  ): Promise<IdentityState> {
    this.requireAllowed('file');
    const forget = registerSecret(passphrase);
    try {
      return await this.#inTurn(profile_id, async () => {
        const { key } = options;
        const identity = await openAside({ bytes, passphrase, ...(key === undefined ? {} : { key }) });
        checkValidity(identity.facts, this.#clock.now());
        const sealed = options.store ? await this.#seal(identity) : null;
        await this.#files.write(profile_id, { kind: 'file', facts: identity.facts, sealed });
        if (sealed === null) this.#memory.set(profile_id, identity);
        else {
          this.#memory.delete(profile_id);
          this.#proven.add(digestOf(sealed));
        }
        this.#log.info(`A client certificate was imported (${options.store ? 'stored' : 'in memory'}).`);
        return { ...usable, identity: identity.facts, stored: options.store };
      });
    } finally {
      forget();
    }
  }

  /**
   * Stores the choice of a certificate of this computer for the profile: its public facts. Drops the earlier identity.
   *
   * @param cards as {@link ComputerRecord}
   * @throws TripKitError `identity` (as checkValidity, or `not_allowed`) or `disk`.
   */
  async choose(
    profile_id: string,
    facts: CertificateFacts,
    cards: readonly string[] | null,
  ): Promise<IdentityState> {
    this.requireAllowed('computer');
    checkValidity(facts, this.#clock.now(), 'computer');
    return this.#inTurn(profile_id, async () => {
      await this.#files.write(profile_id, { kind: 'computer', facts, cards });
      this.#memory.delete(profile_id);
      this.#log.info('A certificate of this computer was chosen.');
      return { state: 'usable', kind: 'computer', identity: facts, stored: true };
    });
  }

  /**
   * The identity for authentication: key and chain for TLS, to be kept only as long as the connection needs them, or the
   * facts of the certificate of this computer.
   *
   * @throws TripKitError `identity`: `none`, `locked`, `not_allowed`, `expired` or `not_yet_valid`.
   */
  async use(profile_id: string): Promise<ProfileIdentity> {
    await this.#changes.get(profile_id);
    const inMemory = this.#memory.get(profile_id);
    if (inMemory !== undefined) {
      checkValidity(inMemory.facts, this.#clock.now());
      await this.#requireAgreed(profile_id);
      return { ...inMemory, kind: 'file' };
    }
    const record = await this.#files.read(profile_id);
    if (record === null) {
      throw identityError('none', NONE[this.#kinds]);
    }
    if (record === 'damaged') throw identityError('locked', DAMAGED);
    this.requireAllowed(record.kind);
    checkValidity(record.facts, this.#clock.now(), record.kind);
    if (record.kind === 'computer') {
      await this.#requireAgreed(profile_id);
      return record;
    }
    const unsealed = await this.#unseal(record);
    if ('reason' in unsealed) throw identityError('locked', unsealed.reason);
    await this.#requireAgreed(profile_id);
    checkValidity(unsealed.identity.facts, this.#clock.now());
    return { ...unsealed.identity, kind: 'file' };
  }

  async #requireAgreed(profile_id: string): Promise<void> {
    const agreed = await this.#agreed(profile_id);
    if (agreed !== 'yes') throw identityError('locked', NOT_AGREED[agreed]);
  }

  /** Removes the identity from memory and disk. @throws TripKitError `disk`. */
  async remove(profile_id: string): Promise<void> {
    await this.#inTurn(profile_id, async () => {
      this.#memory.delete(profile_id);
      await this.#files.remove(profile_id);
    });
  }

  /** Whether this machine's keychain can store an identity; `reason` is a sentence if it can't. */
  async canStore(): Promise<{ can: boolean; reason: string | null }> {
    try {
      return await this.#inTime(this.#sealer.probe());
    } catch (error) {
      this.#log.warn('The keychain could not be probed.');
      const reason = error instanceof SlowSealer ? SLOW : 'This machine’s keychain can’t be reached.';
      return { can: false, reason };
    }
  }

  /** Seals, and checks at once that it can be unsealed, before anything older is replaced. */
  async #seal(identity: ClientIdentity): Promise<Buffer> {
    const { can, reason } = await this.canStore();
    const text = JSON.stringify({ key: identity.key, cert: identity.cert });
    const refused = (why: string) =>
      identityError('cannot_store', `${why} Choose to keep the certificate only until the app ends.`);
    if (!can) throw refused(reason ?? 'This machine’s keychain can’t keep secrets.');
    let unsealed: string;
    let sealed: Buffer;
    try {
      sealed = await this.#inTime(this.#sealer.seal(text));
      unsealed = await this.#inTime(this.#sealer.unseal(sealed));
    } catch (error) {
      if (error instanceof SlowSealer) throw identityError('cannot_store', SLOW);
      throw refused('This machine’s keychain refused to keep the certificate.');
    }
    if (unsealed === text) return sealed;
    throw refused('This machine’s keychain did not keep the certificate intact.');
  }

  async #unseal({ sealed }: FileRecord): Promise<Unsealed> {
    if (sealed === null) return { reason: NOT_STORED };
    const digest = digestOf(sealed);
    const work =
      this.#unsealing.get(digest) ??
      this.#unsealNow(sealed, digest).finally(() => this.#unsealing.delete(digest));
    this.#unsealing.set(digest, work);
    return work;
  }

  async #unsealNow(sealed: Buffer, digest: string): Promise<Unsealed> {
    this.#proven.delete(digest);
    let text: string;
    try {
      text = await this.#inTime(this.#sealer.unseal(sealed));
    } catch (error) {
      this.#log.warn('The keychain did not open a stored client certificate.');
      return { reason: error instanceof SlowSealer ? SLOW : CHANGED };
    }
    try {
      const { key, cert } = sealedText.parse(JSON.parse(text));
      const [leaf, ...issuers] = (cert.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
      if (leaf === undefined) return { reason: CHANGED };
      const identity = { key, cert, facts: certificateFacts(leaf, ...issuers) };
      this.#proven.add(digest);
      return { identity };
    } catch {
      return { reason: CHANGED };
    }
  }

  #allows(kind: IdentityKind): boolean {
    return this.#kinds === 'any' || this.#kinds === kind;
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return inTime(work, SEALER_LIMIT, () => new SlowSealer(), this.#clock);
  }

  async #inTurn<T>(profile_id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(profile_id) ?? Promise.resolve();
    const mine = before.then(work, work);
    const done = mine.catch(() => {});
    this.#changes.set(profile_id, done);
    try {
      return await mine;
    } finally {
      if (this.#changes.get(profile_id) === done) this.#changes.delete(profile_id);
    }
  }
}

class SlowSealer extends Error {}

const usable = { state: 'usable', kind: 'file' } as const;

function digestOf(sealed: Buffer): string {
  return hash('sha256', sealed);
}

const SLOW = 'This machine’s keychain did not answer within 10 seconds. Unlock it and try again.';
// Chromium asks the keychain for its key once and keeps the result: if unlocked later, only the next start can open it.
const CHANGED =
  'This machine’s keychain can’t open the stored certificate: it is locked, or it has changed. Unlock it and start the app again, or import the certificate file again.';
const NOT_STORED =
  'This certificate is kept only while the app runs. Import its file again and type the passphrase.';
const DAMAGED = 'The stored certificate is damaged or can’t be read. Import the certificate file again.';

/** Why a profile's certificate is not used, by what the agreement of the person to its servers is. */
const NOT_AGREED: Readonly<Record<Exclude<Agreed, 'yes'>, string>> = {
  no: 'This service profile is not the one that you agreed to, so your certificate is not shown to its servers. Choose the certificate again in set-up: the app asks you about the servers first.',
  locked:
    'This machine’s keychain is locked, or there is none, so the app can’t tell whether you agreed to the servers of this profile. Unlock it and start the app again, or choose the certificate again in set-up.',
};

/** What to do if a profile has no identity, by what administrators allow. */
const NONE: Readonly<Record<AllowedKinds, string>> = {
  any: 'There is no client certificate for this profile. Import the .p12 or .pfx file that your IT gave you, or choose a certificate of this computer.',
  file: 'There is no client certificate for this profile. Import the .p12 or .pfx file that your IT gave you.',
  computer:
    'There is no client certificate for this profile. Choose a certificate of this computer in set-up.',
};
const REFUSED: Readonly<Record<IdentityKind, string>> = {
  computer:
    'Your administrators allow certificates from files only, so this computer’s own aren’t used. Import the .p12 or .pfx file that your IT gave you.',
  file: 'Your administrators allow this computer’s own certificates only, so those from files aren’t used. Choose a certificate of this computer in set-up.',
};
