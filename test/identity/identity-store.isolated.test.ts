import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import type { Agreed } from '../../main/host/agreements.ts';
import type { Sealer } from '../../main/host/sealer.ts';
import type { CertificateFacts } from '../../main/identity/certificate-facts.ts';
import { IdentityStore, type ProfileIdentity } from '../../main/identity/identity-store.ts';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';
import type { OpenRequest } from '../../main/identity/pkcs12-worker.ts';
import type { AllowedKinds } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';

// open-aside.isolated.test.ts opens files in the thread of their own.
vi.mock('../../main/identity/open-aside.ts', () => ({
  openAside: async ({ bytes, passphrase, ...options }: OpenRequest) => openPkcs12(bytes, passphrase, options),
}));

const PASS = 'correct horse';
const PROFILE = '3f9b1c66-7a0c-4a53-9f64-0d4b8c6a2e11';
const OTHER = '7d1f0a52-3c44-4b8e-8d1e-5b1f2a3c4d5e';
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));

/** A keychain that really encrypts, with switches for what goes wrong. */
class TestSealer implements Sealer {
  readonly #key = randomBytes(32);
  can = true;
  mode: 'well' | 'locked' | 'hangs' | 'forgets' = 'well';
  unseals = 0;
  gate: Promise<void> = Promise.resolve();

  async probe() {
    return {
      can: this.can,
      reason: this.can ? null : 'The keychain of this machine has only a built-in key.',
    };
  }

  async seal(text: string) {
    await this.#trouble();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  async unseal(sealed: Buffer) {
    this.unseals += 1;
    await this.gate;
    await this.#trouble();
    if (this.mode === 'forgets') return '';
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    return decipher.update(sealed.subarray(12, -16)).toString('utf8') + decipher.final().toString('utf8');
  }

  async #trouble() {
    if (this.mode === 'locked') throw new Error('locked keychain');
    if (this.mode === 'hangs') await new Promise(() => {});
  }
}

/** Time that stands still, and sleeps that end at once when `hurry` is set. */
class TestClock implements Clock {
  at = Date.UTC(2030, 0);
  hurry = false;
  now = () => this.at;
  monotonic = () => this.at;
  sleep = (ms: number, signal?: AbortSignal) =>
    this.hurry ? Promise.resolve() : systemClock.sleep(ms, signal);
}

let folder: string;
let sealer: TestSealer;
let clock: TestClock;
let agreed: Agreed;
const store = () =>
  new IdentityStore({ folder: join(folder, 'identities'), sealer, clock, agreed: async () => agreed });
const keyOf = (used: ProfileIdentity) => (used.kind === 'file' ? used.key : '');
const file = (profile = PROFILE) => join(folder, 'identities', `${profile}.sealed`);

beforeEach(() => {
  folder = freshFolder();
  sealer = new TestSealer();
  clock = new TestClock();
  agreed = 'yes';
});

async function failure(work: Promise<unknown>): Promise<TripKitError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof TripKitError) return error;
  throw new Error('no TripKitError', { cause: error });
}

describe('a stored identity', () => {
  it('is usable at once and after a restart', async () => {
    const first = store();
    expect(await first.state(PROFILE)).toEqual({ state: 'none' });
    const state = await first.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(state).toMatchObject({ state: 'usable', stored: true });
    expect(await store().state(PROFILE)).toEqual(state);
    const used = await store().use(PROFILE);
    expect(used).toEqual(await first.use(PROFILE));
    expect(keyOf(used)).toContain('BEGIN PRIVATE KEY');
    expect(used.facts.chain_length).toBe(3);
    expect(await store().state(OTHER)).toEqual({ state: 'none' });
  });

  it('lies in a file that this user alone can read, with no secret in clear, base64 or hex', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(((await stat(file())).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(join(folder, 'identities'))).mode & 0o777).toString(8)).toBe('700');
    const text = await readFile(file(), 'utf8');
    const key = keyOf(await store().use(PROFILE));
    const der = Buffer.from(key.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const middle = der.subarray(200, 260);
    for (const secret of [PASS, Buffer.from(PASS).toString('hex'), middle.toString('hex')]) {
      expect(text).not.toContain(secret);
    }
    const sealed = Buffer.from((JSON.parse(text) as { sealed: string }).sealed, 'base64');
    expect(sealed.includes('PRIVATE KEY')).toBe(false);
    expect(await readdir(join(folder, 'identities'))).toEqual([`${PROFILE}.sealed`]);
  });

  it('shows whose it is while the keychain is locked, and comes back with it', async () => {
    await store().import(PROFILE, await fixture('ec-p256-aes256.p12'), PASS, { store: true });
    sealer.mode = 'locked';
    const later = store();
    const locked = await later.state(PROFILE);
    expect(locked).toMatchObject({ state: 'locked', identity: { subject: 'CN=EC Pilot, O=Demo Air, C=NL' } });
    expect(await failure(later.use(PROFILE))).toMatchObject({ kind: 'identity', condition: 'locked' });
    sealer.mode = 'well';
    expect(await later.state(PROFILE)).toMatchObject({ state: 'usable' });
  });

  it('is neither shown as usable nor used while the person has not agreed to the profile', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    for (const [now, reason] of [
      ['no', /not the one that you agreed to/],
      ['locked', /keychain is locked/],
    ] as const) {
      agreed = now;
      expect(await store().state(PROFILE)).toMatchObject({
        state: 'locked',
        reason: expect.stringMatching(reason),
      });
      expect(await failure(store().use(PROFILE))).toMatchObject({ kind: 'identity', condition: 'locked' });
    }
    const memory = store();
    agreed = 'yes';
    await memory.import(OTHER, await fixture('rsa-aes256.p12'), PASS, { store: false });
    await memory.use(OTHER);
    agreed = 'no';
    expect(await failure(memory.use(OTHER))).toMatchObject({ condition: 'locked' });
  });

  it('is locked when another keychain answers, and when the keychain answers nonsense', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    sealer.mode = 'forgets';
    expect(await store().state(PROFILE)).toMatchObject({ state: 'locked' });
    sealer = new TestSealer();
    // No key of this keychain proves an agreement either: that is not what is wrong.
    agreed = 'no';
    expect(await store().state(PROFILE)).toMatchObject({
      state: 'locked',
      reason: expect.stringMatching(/it is locked, or it has changed/),
    });
  });

  it('is locked when the keychain does not answer in 10 seconds', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    sealer.mode = 'hangs';
    clock.hurry = true;
    const state = await store().state(PROFILE);
    expect(state).toMatchObject({ state: 'locked', reason: expect.stringMatching(/10 seconds/) });
    expect(await failure(store().use(PROFILE))).toMatchObject({ condition: 'locked' });
  });

  it.each([
    ['half a file', (text: string) => text.slice(0, 300)],
    ['another format', (text: string) => text.replace('"format":1', '"format":9')],
    ['no text', () => ''],
  ])('is locked when its file is damaged (%s), and the file is kept', async (_what, damage) => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    const damaged = damage(await readFile(file(), 'utf8'));
    await writeFile(file(), damaged);
    expect(await store().state(PROFILE)).toMatchObject({ state: 'locked', identity: null });
    expect(await failure(store().use(PROFILE))).toMatchObject({ condition: 'locked' });
    expect(await readFile(file(), 'utf8')).toBe(damaged);
    // A way on: import again.
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(await store().state(PROFILE)).toMatchObject({ state: 'usable' });
  });

  it('asks the keychain once for many at the same time', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    sealer.unseals = 0;
    const later = store();
    let open = () => {};
    sealer.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const all = [later.use(PROFILE), later.use(PROFILE), later.state(PROFILE)];
    await vi.waitFor(() => expect(sealer.unseals).toBeGreaterThan(0));
    // Time enough for the others to come to the keychain too, measured in the same kind of work.
    for (let reads = 0; reads < 20; reads += 1) await later.state(OTHER);
    expect(sealer.unseals).toBe(1);
    open();
    await Promise.all(all);
  });
});

describe('replacing', () => {
  it('takes the new one', async () => {
    const identities = store();
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    await identities.import(PROFILE, await fixture('ec-p384-aes256.p12'), PASS, { store: true });
    expect((await store().use(PROFILE)).facts.key).toBe('EC P-384');
    expect((await identities.use(PROFILE)).facts.key).toBe('EC P-384');
  });

  it.each([
    ['a wrong passphrase', 'wrong_passphrase', 'wrong', () => {}],
    ['a keychain that can’t', 'cannot_store', PASS, () => (sealer.can = false)],
    ['a locked keychain', 'cannot_store', PASS, () => (sealer.mode = 'locked')],
    ['a keychain that does not keep it', 'cannot_store', PASS, () => (sealer.mode = 'forgets')],
    ['an expired certificate', 'expired', PASS, () => (clock.at = Date.UTC(2100, 0))],
    ['one not yet valid', 'not_yet_valid', PASS, () => (clock.at = Date.UTC(2000, 0))],
  ])('keeps the old one after %s', async (_what, condition, passphrase, trouble) => {
    const identities = store();
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    const before = await readFile(file(), 'utf8');
    const now = clock.at;
    trouble();
    const next = identities.import(PROFILE, await fixture('ec-p256-aes256.p12'), passphrase, { store: true });
    expect(await failure(next)).toMatchObject({ kind: 'identity', condition });
    Object.assign(sealer, { can: true, mode: 'well' });
    clock.at = now;
    expect(await readFile(file(), 'utf8')).toBe(before);
    expect((await identities.use(PROFILE)).facts.key).toBe('RSA 2048');
  });

  it('keeps the old one when the disk refuses', async () => {
    const identities = store();
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    // A file where the folder should be: fails for root too, whom modes don't stop.
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, '');
    const elsewhere = new IdentityStore({ folder: blocked, sealer, clock, agreed: async () => 'yes' });
    const next = elsewhere.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(await failure(next)).toMatchObject({ kind: 'disk' });
    expect(await identities.state(PROFILE)).toMatchObject({ state: 'usable' });
  });

  it('clears what a crash left, and mends the folder’s mode', async () => {
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    await writeFile(join(folder, 'identities', `${PROFILE}.sealed.new`), 'x');
    await chmod(join(folder, 'identities'), 0o755);
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(await readdir(join(folder, 'identities'))).toEqual([`${PROFILE}.sealed`]);
    expect(((await stat(join(folder, 'identities'))).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('an identity in memory', () => {
  it('is used without the keychain, and recognised after a restart', async () => {
    sealer.can = false;
    sealer.mode = 'locked';
    const identities = store();
    const state = await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: false });
    expect(state).toMatchObject({ state: 'usable', stored: false });
    expect(keyOf(await identities.use(PROFILE))).toContain('PRIVATE KEY');
    expect(await identities.canStore()).toEqual({ can: false, reason: expect.stringMatching(/built-in/) });
    const later = await store().state(PROFILE);
    expect(later).toMatchObject({
      state: 'locked',
      identity: { subject: 'CN=Demo Pilot, O=Demo Air, C=NL' },
    });
    expect(await readFile(file(), 'utf8')).not.toContain('PRIVATE');
  });

  it('gives way to a stored one, and a stored one to it', async () => {
    const identities = store();
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: false });
    await identities.import(PROFILE, await fixture('ec-p256-aes256.p12'), PASS, { store: true });
    expect((await identities.use(PROFILE)).facts.key).toBe('EC P-256');
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: false });
    expect((await identities.use(PROFILE)).facts.key).toBe('RSA 2048');
    expect(await store().state(PROFILE)).toMatchObject({ state: 'locked', identity: { key: 'RSA 2048' } });
  });
});

describe('using and removing', () => {
  it('tells that there is none', async () => {
    expect(await failure(store().use(PROFILE))).toMatchObject({ kind: 'identity', condition: 'none' });
  });

  it('tells an expired one before the keychain is asked', async () => {
    for (const stored of [true, false]) {
      const identities = store();
      const now = clock.at;
      await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: stored });
      sealer.unseals = 0;
      clock.at = Date.UTC(2100, 0);
      expect(await failure(identities.use(PROFILE))).toMatchObject({ condition: 'expired' });
      expect(sealer.unseals).toBe(0);
      expect(await identities.state(PROFILE)).toMatchObject({ state: 'usable' });
      clock.at = now;
    }
  });

  it('really removes, stored and in memory', async () => {
    for (const stored of [true, false]) {
      const identities = store();
      await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: stored });
      // As a process leaves it that was killed while it replaced the record.
      await writeFile(`${file()}.new`, 'sealed');
      await identities.remove(PROFILE);
      expect(await identities.state(PROFILE)).toEqual({ state: 'none' });
      expect(await failure(identities.use(PROFILE))).toMatchObject({ condition: 'none' });
      expect(await readdir(join(folder, 'identities'))).toEqual([]);
    }
    await store().remove(OTHER);
  });

  it('never makes a path of an id', async () => {
    for (const id of ['../x', '', 'a/b', `${PROFILE}/..`]) {
      expect(await failure(store().state(id))).toMatchObject({ kind: 'config' });
      expect(await failure(store().remove(id))).toMatchObject({ kind: 'config' });
    }
  });

  it('does changes one after the other', async () => {
    const identities = store();
    const bytes = await fixture('rsa-aes256.p12');
    const all = [
      identities.import(PROFILE, bytes, PASS, { store: true }),
      identities.remove(PROFILE),
      identities.import(PROFILE, bytes, PASS, { store: true }),
    ];
    await Promise.all(all);
    expect(await identities.state(PROFILE)).toMatchObject({ state: 'usable' });
  });

  it('says why the keychain can’t be asked', async () => {
    const silent: Sealer = { probe: () => new Promise(() => {}), seal: sealer.seal, unseal: sealer.unseal };
    clock.hurry = true;
    const identities = new IdentityStore({ folder, sealer: silent, clock, agreed: async () => 'yes' });
    expect(await identities.canStore()).toEqual({ can: false, reason: expect.stringMatching(/10 seconds/) });
  });
});

describe('a certificate of this computer', () => {
  const facts: CertificateFacts = {
    subject: 'CN=A. Pilot, O=Demo Air',
    issuer: 'CN=Demo Air Client CA',
    serial: '01',
    sha256: 'AA:BB',
    valid_from: Date.UTC(2029, 0),
    valid_to: Date.UTC(2031, 0),
    key: 'RSA 2048',
    chain_length: 2,
    chain_complete: true,
    extended_key_usage: ['clientAuth'],
  };
  const only = (kinds: AllowedKinds) =>
    new IdentityStore({
      folder: join(folder, 'identities'),
      ...{ sealer, clock, kinds },
      agreed: async () => 'yes',
    });

  it('is kept by its public facts, without the keychain, over a restart', async () => {
    sealer.mode = 'hangs';
    const chosen = await store().choose(PROFILE, facts, ['Card A']);
    expect(chosen).toEqual({ state: 'usable', kind: 'computer', identity: facts, stored: true });
    expect(await store().state(PROFILE)).toEqual(chosen);
    expect(await store().use(PROFILE)).toEqual({ kind: 'computer', facts, cards: ['Card A'] });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
      format: 1,
      kind: 'computer',
      facts,
      cards: ['Card A'],
    });
    await store().remove(PROFILE);
    expect(await store().state(PROFILE)).toEqual({ state: 'none' });
  });

  it('takes the place of a file with its key, and gives way to one', async () => {
    const identities = store();
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: false });
    await identities.choose(PROFILE, facts, null);
    expect(await identities.use(PROFILE)).toMatchObject({ kind: 'computer' });
    expect(await readFile(file(), 'utf8')).not.toContain('sealed');
    await identities.import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    expect(await store().use(PROFILE)).toMatchObject({ kind: 'file' });
  });

  it('is told to have expired without being asked for', async () => {
    await store().choose(PROFILE, facts, null);
    clock.at = Date.UTC(2032, 0);
    await expect(store().use(PROFILE)).rejects.toMatchObject({
      condition: 'expired',
      message: expect.stringMatching(/choose it in set-up/),
    });
    await expect(store().choose(PROFILE, facts, null)).rejects.toMatchObject({ condition: 'expired' });
  });

  it('is refused where administrators allow files alone, and files where they allow it alone', async () => {
    await store().choose(PROFILE, facts, null);
    const files = only('file');
    expect(await files.state(PROFILE)).toMatchObject({
      state: 'refused',
      identity: facts,
      reason: expect.stringMatching(/^Your administrators/),
    });
    await expect(files.use(PROFILE)).rejects.toMatchObject({ condition: 'not_allowed' });
    await expect(files.choose(OTHER, facts, null)).rejects.toMatchObject({ condition: 'not_allowed' });
    await store().import(PROFILE, await fixture('rsa-aes256.p12'), PASS, { store: true });
    const computer = only('computer');
    expect(await computer.state(PROFILE)).toMatchObject({ state: 'refused', kind: 'file' });
    await expect(computer.use(PROFILE)).rejects.toMatchObject({ condition: 'not_allowed' });
    const bytes = await fixture('rsa-aes256.p12');
    await expect(computer.import(OTHER, bytes, PASS, { store: true })).rejects.toMatchObject({
      condition: 'not_allowed',
    });
    await expect(computer.use(OTHER)).rejects.toThrow(/Choose a certificate of this computer/);
  });
});
