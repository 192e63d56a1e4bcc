/** Every secret through every path that leaves the main process's memory: database, log, IPC answers, diagnostics. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TripKitError } from '../../main/common/errors.ts';
import { registerSecret } from '../../main/common/redact.ts';
import { handle } from '../../main/electron/handle.ts';
import { initialPolicies } from '../../main/policies/policies.ts';
import { ProfileBook } from '../../main/profile/profile-book.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { redactingKitStore } from '../../main/store/kit-stores.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { openAppLog } from '../../main/support/app-log.ts';
import { CrashReports, factsOfError } from '../../main/support/crash-report.ts';
import { collectDiagnostics, diagnosticsText } from '../../main/support/diagnostics.ts';
import { filesBelow, type Secret } from '../conformance/secrets.ts';
import { keyOf, leaksIn } from '../e2e/find-secrets.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON, kitRecord } from '../kits.ts';
import { aProfile } from '../profile/a-profile.ts';
import { appSender, memoryLog } from '../start/ipc-fixtures.ts';

const KIT = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const key_pem = await readFile(join(import.meta.dirname, './fixtures/key.pem'), 'utf8');
const passphrase = 'Wörd "of" secrecy & more=1';
const token = 'a+b/c-._~Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==';
const query = 'AWSAccessKeyId=TRIPKIT&Expires=1795257900&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D';
const secrets: Secret[] = [
  { name: 'passphrase', value: Buffer.from(passphrase) },
  { name: 'token', value: Buffer.from(token) },
  { name: 'storage query', value: Buffer.from(query) },
  ...keyOf(key_pem),
];

/** Texts in which a secret may come along: as a library's error says it, in a header, a URL, JSON, encoded. */
const carriers = [
  passphrase,
  `bad decrypt for ${passphrase}.`,
  JSON.stringify({ passphrase }),
  Buffer.from(`x${passphrase}`).toString('base64'),
  Buffer.from(passphrase).toString('hex'),
  encodeURIComponent(passphrase),
  `Authorization: Bearer ${token}`,
  `https://client/#access_token=${encodeURIComponent(token)}&state=1`,
  JSON.stringify({ access_token: token }),
  Buffer.from(token).toString('base64'),
  Buffer.from(`ab${token}`).toString('hex').toUpperCase(),
  `GET https://bucket.example/kits/a.pdf?${query} failed`,
  `redirected to http://bucket.example:8080/kits/a.pdf?${query}`,
  `read ${key_pem}`,
  JSON.stringify({ key: key_pem }),
  `-----BEGIN PRIVATE KEY-----\n${key_pem.split('\n').slice(1, 20).join('\n')}`,
];

let forget: (() => void)[] = [];
beforeAll(() => {
  // As IdentityStore and TokenSource do while they hold them.
  forget = [registerSecret(passphrase), registerSecret(token)];
});
afterAll(() => {
  for (const end of forget) end();
});

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => vi.restoreAllMocks());

const leaks = (text: Buffer | string, where: string) => leaksIn(text, where, secrets);
async function leaksBelow(): Promise<string[]> {
  const found = await Promise.all(filesBelow(folder).map(async (file) => leaks(await readFile(file), file)));
  return found.flat();
}

function kitWith(text: string): KitRecord {
  return kitRecord({
    id: KIT,
    state: 'failed',
    messages: [{ code: '900', type: 'Warning', message: text }],
    failure: {
      kind: 'rejected',
      message: `The service says: ${text}`,
      messages: [{ code: text.slice(0, 200), type: 'Error', message: text }],
      status: 400,
    },
  });
}

test('the search finds what the carriers carry', () => {
  for (const carrier of carriers) expect(leaks(carrier, 'a carrier')).not.toEqual([]);
});

test('the database', async () => {
  const database = openUserDatabase(join(folder, 'user.sqlite'));
  const store = redactingKitStore(database.kits);
  for (const [at, carrier] of carriers.entries()) {
    store.write(kitWith(carrier), { kit_id: KIT, at, state: 'failed', what: `Failed: ${carrier}` });
    expect(leaks(JSON.stringify([store.get(KIT), store.list()]), 'the store')).toEqual([]);
  }
  expect(leaks(JSON.stringify(store.history(KIT)), 'the history')).toEqual([]);
  database.close();
  expect(await leaksBelow()).toEqual([]);
  // What is not secret stays as it came.
  const again = openUserDatabase(join(folder, 'user.sqlite'));
  expect(again.kits.get(KIT)).toMatchObject({
    tripkit_id: 'TK-1',
    failure: { kind: 'rejected', status: 400 },
  });
  redactingKitStore(again.kits).remove(KIT, BY_PERSON);
  expect(again.kits.list()).toEqual([]);
  again.close();
});

test('the log: texts, errors, their causes and what they carry', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const log = openAppLog(folder);
  for (const carrier of carriers) {
    log.info(carrier);
    log.warn(carrier);
    log.error(
      carrier,
      new Error(carrier, { cause: new TripKitError('network', carrier, { cause: carrier }) }),
    );
    log.error('Something failed.', carrier);
  }
  expect(leaks(printed.join(''), 'standard error')).toEqual([]);
  expect(await leaksBelow()).toEqual([]);
});

describe('an IPC answer', () => {
  const contract = { args: z.tuple([z.string().max(3)]) as never, result: z.null() };

  test.each(carriers)('of a failure with %#', async (carrier) => {
    const failed = new TripKitError('rejected', `No: ${carrier}`, {
      messages: [{ code: '1', type: 'Error', message: carrier }],
      cause: new Error(carrier),
    });
    const log = memoryLog();
    const call = handle('kits.request', contract, () => Promise.reject(failed), log, 'library');
    expect(leaks(JSON.stringify(await call(appSender, 'x')), 'the answer')).toEqual([]);
    const unexpected = handle(
      'kits.request',
      contract,
      () => Promise.reject(new Error(carrier)),
      log,
      'library',
    );
    expect(leaks(JSON.stringify(await unexpected(appSender, 'x')), 'the answer')).toEqual([]);
    // What the page sent is not sent back, and an answer outside the contract does not leave.
    expect(leaks(JSON.stringify(await unexpected(appSender, carrier)), 'the answer')).toEqual([]);
    const strange = handle('kits.request', contract, () => carrier, log, 'library');
    expect(leaks(JSON.stringify(await strange(appSender, 'x')), 'the answer')).toEqual([]);
  });
});

test('the diagnostics file', async () => {
  const logs = join(folder, 'logs');
  await mkdir(logs);
  // As if an earlier version had been careless, with a line that the cut-off begins within.
  await writeFile(join(logs, 'trip-kit-desktop.log.1'), `${carriers.join('\n')}\n`);
  await writeFile(
    join(logs, 'trip-kit-desktop.log'),
    `${carriers.join('\n')}\n2026-11-21T00:00:00.000Z info the last line of <${userInfo().username}>\n`,
  );
  const profile = {
    ...aProfile,
    client_id: 'very-own-client-id',
    auth_url: 'https://auth.example/as/{company_code}/authorization.oauth2',
    base_url: 'https://api.example',
    request: {
      path: `/v1/kits?api_key=${encodeURIComponent(passphrase)}`,
      body: { origin: '{origin}', constant: 'an airline’s own constant' },
    },
  };
  const own = { id: 'p', text: JSON.stringify(profile), added_at: 1 };
  const sections = await collectDiagnostics({
    app: { version: '1.2.3', host: 'chromium', packaged: false },
    settings: { values: { theme: 'day' }, note: carriers[0] },
    managed: null,
    profiles: new ProfileBook(
      { list: () => [own, { ...own, id: 'broken', text: '{' }], get: () => own, add() {}, remove() {} },
      [],
    ),
    factsOf: async () => ({
      kind: 'file',
      subject: 'CN=Pilot',
      issuer: 'CN=CA',
      serial: '01',
      sha256: 'AA:BB',
      valid_from: 0,
      valid_to: 1,
      key: 'RSA 2048',
      chain_length: 1,
      chain_complete: true,
      extended_key_usage: [],
    }),
    kits: {
      list: () => carriers.map(kitWith),
      history: () => carriers.map((what, at) => ({ kit_id: KIT, at, state: 'failed' as const, what })),
    },
    notices: carriers.map((message, index) => ({ id: `n${index}`, severity: 'info' as const, message })),
    logs,
    crashes: join(folder, 'crashes'),
    now: Date.UTC(2026, 10, 21),
  });
  const text = diagnosticsText(sections, []);
  expect(text).toBe(sections.map((section) => section.text).join(''));
  expect(leaks(text, 'the diagnostics file')).toEqual([]);
  expect(text).not.toContain('very-own-client-id');
  expect(text).not.toContain('own constant');
  for (const fact of [
    '1.2.3',
    'CN=Pilot',
    'AA:BB',
    'auth.example',
    'the last line of <this-user>',
    'This can’t be read',
    KIT,
  ]) {
    expect(text).toContain(fact);
  }
});

test('of watched folders the diagnostics file says no path of the webhook and no argument of the program', async () => {
  const watch = {
    ...{
      profile: '3f9b1c66-7a0c-4a53-9f64-0d4b8c6a2e11',
      in: '/srv/in',
      out: '/srv/out',
      name: '{flight}.pdf',
    },
    command: ['/opt/post-kit', '--key', 'argument-token'],
    webhook: 'https://hooks.example:8443/services/path-token',
  };
  const deps = {
    ...{ app: { version: '1.2.3', host: 'chromium', packaged: false }, notices: [], logs: folder, now: 0 },
    profiles: new ProfileBook({ list: () => [], get: () => undefined, add() {}, remove() {} }, []),
    factsOf: async () => null,
    kits: { list: () => [], history: () => [] },
    crashes: join(folder, 'crashes'),
  };
  const said = async (given: unknown) => {
    const managed = { state: 'usable' as const, file: '/etc/x', profiles: [] };
    const settings = { ...initialPolicies, watch: given };
    const sections = await collectDiagnostics({
      ...deps,
      settings: { values: { theme: 'night', watch: given }, managed: [] },
      managed: { ...managed, settings },
    });
    return diagnosticsText(sections, []);
  };
  const text = await said(watch);
  expect(text).not.toMatch(/argument-token|path-token|--key/);
  for (const fact of ['https://hooks.example:8443', '/opt/post-kit', '/srv/out', '"theme": "night"']) {
    expect(text.split(fact).length, fact).toBeGreaterThan(1);
  }
  // Of another form, as in a file that somebody wrote by hand: nothing of it is told.
  expect(await said({ ...watch, name: 7, url: watch.webhook })).not.toMatch(/argument-token|path-token/);
  expect(await said(null)).toContain('"watch": null');
});

test('crash reports, from the error and from the log', async () => {
  const logs = join(folder, 'logs');
  await mkdir(logs);
  const lines = carriers.map((text) => `2026-11-21T00:00:00.000Z error ${text}\n`).join('');
  const log = join(logs, 'trip-kit-desktop.log');
  const crashes = new CrashReports({
    folder: join(folder, 'crashes'),
    logs,
    app: { version: '1.2.3', electron: null, platform: 'linux', arch: 'x64', release: '6' },
    now: (() => {
      let at = Date.UTC(2026, 10, 21);
      return () => (at += 120_000);
    })(),
    uptime: () => 5,
    log: memoryLog(),
  });
  for (const text of carriers) {
    await writeFile(log, `${lines}2026-11-21T00:00:01.000Z info the last line of <${userInfo().username}>\n`);
    const error = new TypeError(text);
    error.stack = `TypeError: ${text}\n    at run (file:///home/x/main.js:1:1)`;
    crashes.record(factsOfError('main', 'main', error));
    crashes.record({ kind: 'process', process: text, reason: text, exit_code: 1, stack: null });
  }
  const files = await filesBelow(join(folder, 'crashes'));
  expect(files).toHaveLength(2 * carriers.length);
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    expect(leaks(text, file)).toEqual([]);
    expect(text).toContain('the last line of <this-user>');
  }
  const one = JSON.parse(await readFile(files[0] ?? '', 'utf8'));
  expect(one).toMatchObject({ form: 1, app: { version: '1.2.3' }, uptime_s: 5 });
});

test('a diagnostics file is made without logs, profiles and kits too, and of kits that can’t be read', async () => {
  const empty = {
    app: { version: '1', host: 'electron', packaged: true },
    settings: {},
    managed: null,
    profiles: new ProfileBook({ list: () => [], get: () => undefined, add() {}, remove() {} }, []),
    factsOf: async () => null,
    notices: [],
    logs: join(folder, 'nowhere'),
    crashes: join(folder, 'nowhere'),
    now: Number.NaN,
  };
  const kits = {
    list: () => {
      throw new Error('The library is gone.');
    },
    history: () => [],
  };
  const sections = await collectDiagnostics({ ...empty, kits });
  expect(diagnosticsText(sections, [])).toMatch(/The library is gone[\s\S]*There is no log/);
});
