import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Question } from '../../main/host/file-dialogs.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { canGoOn } from '../../main/kits/lifecycle.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { ProfileAgreements } from '../../main/profile/profile-agreements.ts';
import { ProfileBook } from '../../main/profile/profile-book.ts';
import { profileCalls } from '../../main/profile/profile-calls.ts';
import { createProfileIntake, takeProfileFile } from '../../main/profile/profile-intake.ts';
import { profileQuestion } from '../../main/profile/profile-question.ts';
import type { ProfileStore, StoredProfile } from '../../main/store/profile-store.ts';
import { createAuthority } from '../demo-service/pki.ts';
import { freshFolder } from '../fresh-folder.ts';
import { agreementsOf } from '../soundness/agreements-of.ts';
import { dialogsOf, liveKit, memoryLog } from '../start/ipc-fixtures.ts';
import { withoutEndOfValidity } from '../undated.ts';
import { aProfile } from './a-profile.ts';

const profile = {
  ...aProfile,
  auth_url: 'https://auth.example/as/{company_code}/authorization.oauth2',
  base_url: 'https://api.example:8443',
};

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

function memoryStore(): ProfileStore {
  const rows = new Map<string, StoredProfile>();
  return {
    list: () => [...rows.values()],
    get: (id) => rows.get(id),
    add: (row) => void rows.set(row.id, row),
    remove: (id) => void rows.delete(id),
  };
}

function setUp(
  path: () => string | null,
  kits: LiveKit[] = [],
  managed: { id: string; text: string }[] = [],
  allowed = true,
) {
  const profiles = memoryStore();
  const forgotten: string[] = [];
  const questions: Question[] = [];
  const agrees = { now: true };
  const noted: string[] = [];
  const log = memoryLog();
  const changes: (string | null)[] = [];
  const replaced: string[] = [];
  let last = 0;
  const book = new ProfileBook(profiles, managed);
  const newId = () => `p${++last}`;
  const confirm = async (question: Question) => {
    questions.push(question);
    return agrees.now;
  };
  const agreements = new ProfileAgreements({ profiles: book, agreements: agreementsOf(folder), confirm });
  const intake = createProfileIntake({
    profiles: book,
    mayAdd: () => allowed,
    ...{ agreements, confirm },
    newId,
    now: () => 1,
    added: (id) => void changes.push(id),
    replaced: (id) => void replaced.push(id),
  });
  const calls = profileCalls({
    profiles: book,
    ...{ intake, agreements },
    profilesChanged: (use) => void changes.push(use),
    unfinishedKits: (id) => kits.filter((kit) => kit.profile_id === id && canGoOn(kit.state)).length,
    dialogs: dialogsOf({ openProfile: async () => path(), openAuthority: async () => path() }),
    diagnose: async () => ({ steps: [], verdict: { ok: true, message: 'It works.' } }),
    forgetIdentity: async (id) => void forgotten.push(id),
    log,
    newId,
    notes: { note: (kind, what) => void noted.push(`${kind} ${what}`) },
  });
  return { calls, intake, agreements, profiles, changes, replaced, forgotten, noted, log, questions, agrees };
}

test('a chosen file is taken in once, and shown by its hosts', async () => {
  const file = join(folder, 'p.json');
  await writeFile(file, JSON.stringify(profile));
  const { calls } = setUp(() => file);
  const summary = {
    id: 'p1',
    name: 'Demo Air (training)',
    company_code: 'DEMO',
    company_name: 'Demo Air',
    auth_host: 'auth.example',
    api_host: 'api.example',
    max_alternates: 6,
    managed: false,
  };
  expect(await calls.choose()).toEqual(summary);
  expect(await calls.choose()).toEqual(summary);
  expect(await calls.list()).toEqual([summary]);
});

const authority = await createAuthority('Another', 'Demo Air');
const shelf = { name: 'Demo Air', webdav: 'https://files.example/kits/', keys: ['A'.repeat(43)] };

test.each<[string, object, boolean]>([
  ['limits', { batch: { parallel_requests: 2 } }, true],
  ['a key of its shelf', { shelf: { ...shelf, keys: [...shelf.keys, 'B'.repeat(43)] } }, true],
  ['the server of its shelf', { shelf: { ...shelf, webdav: 'https://other.example/kits/' } }, false],
  ['the server of certificates', { auth_url: 'https://other.example/{company_code}/token' }, false],
  ['the server of flights', { base_url: 'https://other.example' }, false],
  ['an authority', { trust: { auth: [authority.pem] } }, false],
  ['the client', { client_id: 'other' }, false],
  ['its name', { name: 'Another' }, false],
])(
  'a profile with other %s takes the place of the one that is here only where no secret goes elsewhere',
  async (_what, patch, same) => {
    const older = { ...profile, shelf };
    let text = JSON.stringify(older);
    const file = join(folder, 'p.json');
    const { calls, intake, profiles, replaced, questions, agreements } = setUp(() => file);
    await writeFile(file, text);
    await calls.choose();
    text = JSON.stringify({ ...older, ...patch });
    await writeFile(file, text);
    expect((await calls.choose())?.id).toBe(same ? 'p1' : 'p2');
    expect(profiles.list().map((stored) => stored.text)).toEqual(
      same ? [text] : [JSON.stringify(older), text],
    );
    expect(replaced).toEqual(same ? ['p1'] : []);
    expect(await agreements.holds(same ? 'p1' : 'p2')).toBe('yes');
    // By a drop or a link the person is asked.
    await intake.offer(JSON.stringify({ ...older, ...patch, user_agent: 'demo/2' }));
    expect(questions.at(-1)?.message).toBe('Replace this service profile?');
  },
);

test('a managed profile is not replaced by a person’s', async () => {
  const { intake, profiles } = setUp(() => null, [], [{ id: 'it', text: JSON.stringify(profile) }]);
  expect((await intake.offer(JSON.stringify({ ...profile, user_agent: 'demo/2' })))?.id).toBe('p1');
  expect(profiles.list().map(({ id }) => id)).toEqual(['p1']);
});

test('cancelling the dialog changes nothing', async () => {
  const { calls } = setUp(() => null);
  expect(await calls.choose()).toBeNull();
  expect(await calls.list()).toEqual([]);
});

test.each([
  ['no JSON', '{', 'config'],
  ['an unknown key', JSON.stringify({ ...profile, colour: 1 }), 'config'],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00]), 'config'],
  ['too long', Buffer.alloc(1024 * 1024 + 1, 0x20), 'config'],
])('a file that is %s is refused and nothing is kept', async (_name, content, kind) => {
  const file = join(folder, 'p.json');
  await writeFile(file, content);
  const { calls, profiles } = setUp(() => file);
  await expect(async () => calls.choose()).rejects.toMatchObject({ kind });
  expect(profiles.list()).toEqual([]);
});

test('a file that is gone is kind disk', async () => {
  const { calls } = setUp(() => join(folder, 'gone.json'));
  await expect(async () => calls.choose()).rejects.toMatchObject({ kind: 'disk' });
});

test('a stored profile that can’t be read any more hides no other', async () => {
  const { calls, profiles, log } = setUp(() => null);
  profiles.add({ id: 'old', text: '{"company_code":1}', added_at: 0 });
  profiles.add({ id: 'good', text: JSON.stringify(profile), added_at: 1 });
  expect((await calls.list()).map(({ id }) => id)).toEqual(['good']);
  expect(log.lines.join()).toContain('old');
});

test('a profile goes with its identity, but not while a kit of it can go on', async () => {
  const unfinished = liveKit({ profile_id: 'a' });
  const ready = liveKit({ profile_id: 'b', state: 'ready' });
  const { calls, profiles, forgotten, noted } = setUp(() => null, [unfinished, ready]);
  for (const id of ['a', 'b']) profiles.add({ id, text: JSON.stringify(profile), added_at: 0 });
  await expect(async () => calls.remove('a')).rejects.toMatchObject({ kind: 'config' });
  await calls.remove('b');
  expect(profiles.list().map(({ id }) => id)).toEqual(['a']);
  expect(forgotten).toEqual(['b']);
  expect(noted).toHaveLength(1);
  expect(noted[0]).toMatch(/^profile_removed The service profile “.+” was removed; its kits stay\.$/);
});

test('a profile that is gone is named as such', () => {
  expect(() => new ProfileBook(memoryStore(), []).profile('x')).toThrow('no longer there');
});

const managed = { id: 'm1', text: JSON.stringify({ ...profile, name: 'Demo Air (production)' }) };

test('a managed profile comes first, is shown as managed, and stays', async () => {
  const { calls, forgotten } = setUp(() => null, [], [managed]);
  await calls.offer('p.json', JSON.stringify(profile));
  expect((await calls.list()).map(({ id, managed }) => [id, managed])).toEqual([
    ['m1', true],
    ['p1', false],
  ]);
  await expect(async () => calls.remove('m1')).rejects.toMatchObject({ condition: 'managed' });
  expect(forgotten).toEqual([]);
});

test('where administrators forbid it, nobody adds a profile', async () => {
  const file = join(folder, 'p.json');
  await writeFile(file, JSON.stringify(profile));
  const { calls, profiles } = setUp(() => file, [], [managed], false);
  const refused = { kind: 'config', condition: 'managed' };
  await expect(async () => calls.choose()).rejects.toMatchObject(refused);
  await expect(async () => calls.offer('p.json', JSON.stringify(profile))).rejects.toMatchObject(refused);
  expect(profiles.list()).toEqual([]);
});

const fixtures = join(import.meta.dirname, '../identity/fixtures');

test.each(['certificate.pem', 'certificate.der'])(
  'a profile is made of a preset and the CA in %s',
  async (file) => {
    const { calls } = setUp(() => null);
    const bytes = new Uint8Array(await readFile(join(fixtures, file)));
    const authority = await calls.offerAuthority(file, bytes);
    expect(authority.certificates).toHaveLength(1);
    expect(authority.certificates[0]?.sha256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(JSON.stringify(authority)).not.toContain('BEGIN');
    const [preset] = await calls.presets();
    expect(preset).toMatchObject({ source: 'from a public guide, check against your onboarding papers' });
    const input = {
      preset: preset?.id ?? '',
      name: 'Our airline',
      company_code: 'OUR',
      company_name: 'Our Airline',
      client_id: 'client',
      authority_handle: authority.handle,
    };
    await expect(async () => calls.createFromPreset({ ...input, client_id: '' })).rejects.toMatchObject({
      kind: 'config',
    });
    expect(await calls.createFromPreset(input)).toMatchObject({ company_code: 'OUR', managed: false });
    await expect(async () => calls.createFromPreset(input)).rejects.toThrow('Choose it again');
  },
);

test.each([
  ['a key', 'key.pem'],
  ['a PKCS#12 file', 'rsa-aes256.p12'],
])('%s is no CA, and is told so without its content', async (_name, file) => {
  const { calls } = setUp(() => join(fixtures, file));
  const refused = async () => calls.chooseAuthority();
  await expect(refused).rejects.toThrow(/^The CA file /);
  await expect(refused).rejects.not.toThrow(/BEGIN/);
});

test('a CA whose end of validity can’t be read is refused', async () => {
  const { calls } = setUp(() => null);
  const undated = withoutEndOfValidity(await readFile(join(fixtures, 'certificate.der')));
  await expect(async () => calls.offerAuthority('ca.der', undated)).rejects.toMatchObject({ kind: 'config' });
});

test('an unknown profile is not tested', async () => {
  const { calls } = setUp(() => null);
  await expect(async () => calls.test('nobody')).rejects.toThrow('no longer there');
});

test('a page fills no disk with profiles: the 21st is refused', async () => {
  const { calls, profiles } = setUp(() => null);
  const named = (number: number) => JSON.stringify({ ...profile, name: `Profile ${number}` });
  for (let number = 1; number <= 20; number += 1) await calls.offer('p.json', named(number));
  await expect(async () => calls.offer('p.json', named(21))).rejects.toMatchObject({ kind: 'config' });
  expect(profiles.list()).toHaveLength(20);
  await calls.remove('p1');
  await calls.offer('p.json', named(21));
  expect(await calls.offer('p.json', named(21))).toMatchObject({ name: 'Profile 21' });
  expect(profiles.list()).toHaveLength(20);
});

test('a profile that comes by the page is stored once the person has seen whom it trusts', async () => {
  const { calls, profiles, questions, agrees } = setUp(() => null);
  const hostile = {
    ...profile,
    name: 'Demo. Your certificate is shown to: nobody',
    auth_url: 'https://login.attacker.example:4443/as',
    base_url: 'https://api.attacker.example',
    storage: { insecure_hosts: ['files.attacker.example'] },
  };
  // A line of its own would look like one of ours: such a name is no name.
  const broken = { ...hostile, name: hostile.name.replace(' ', '\u2028') };
  await expect(calls.offer('p.json', JSON.stringify(broken))).rejects.toThrow('name holds');
  agrees.now = false;
  expect(await calls.offer('p.json', JSON.stringify(hostile))).toBeNull();
  expect(profiles.list()).toEqual([]);
  const [question] = questions;
  for (const host of ['login.attacker.example:4443', 'api.attacker.example', 'files.attacker.example'])
    expect(question?.detail).toContain(host);
  // Words of others come last, on one line, in quotation marks.
  const lines = question?.detail.split(/[\n\u2028]/);
  expect(lines?.filter((line) => line.startsWith('Your certificate is shown to'))).toHaveLength(1);
  expect(lines?.at(-1)).toMatch(
    /^It calls itself “Demo\. Your certificate is shown to: nobody” of “.+” \(“.+”\)\.$/,
  );
  agrees.now = true;
  expect(await calls.offer('p.json', JSON.stringify(hostile))).toMatchObject({ id: 'p1' });
  // One that is there already asks nothing.
  await calls.offer('p.json', JSON.stringify(hostile));
  expect(questions).toHaveLength(2);
});

test.each([
  ['none', null],
  ['laptop', /^This laptop writes there, for all who may read the shelf: its name, which kits it has, when/],
  [
    'person',
    /^This laptop writes there, .+: its name, your user name, which kits it has, when they were opened/,
  ],
] as const)('the question says what is written on a shelf for others to read: %s', (receipts, words) => {
  const shelf = { name: 'Demo Air', folder: '/srv/kits', keys: ['A'.repeat(43)], receipts };
  const { detail } = profileQuestion(parseServiceProfile(JSON.stringify({ ...profile, shelf })));
  const lines = detail.split('\n');
  const says = lines.filter((line) => line.startsWith('This laptop writes'));
  expect(says).toEqual(words === null ? [] : [expect.stringMatching(words)]);
});

test('the library hears which profile is in use, and that one has gone', async () => {
  const { calls, changes } = setUp(() => null);
  await calls.offer('p.json', JSON.stringify(profile));
  await calls.use('p1');
  await expect(async () => calls.use('nobody')).rejects.toThrow('no longer there');
  await calls.remove('p1');
  expect(changes).toEqual(['p1', 'p1', null]);
});

test('a file from outside set-up is asked about, then set-up opens at it; what is wrong with it is a notice', async () => {
  const { intake, profiles, agrees, log } = setUp(() => null);
  const places: unknown[] = [];
  const notices: { message: string }[] = [];
  const deps = {
    intake,
    setup: { open: (place: unknown) => void places.push(place) },
    notices: {
      add: (notice: { message: string }) => void notices.push(notice),
      withdraw: () => void notices.splice(0),
    },
    log,
  };
  const file = (text: string) => takeProfileFile(deps, async () => new TextEncoder().encode(text));
  agrees.now = false;
  await file(JSON.stringify(profile));
  expect([profiles.list(), places, notices]).toEqual([[], [], []]);
  await file('{');
  expect(notices).toMatchObject([{ id: 'profile-file', severity: 'warning' }]);
  await takeProfileFile(deps, () => Promise.reject(new Error('/home/pilot/secret')));
  expect(JSON.stringify(notices)).not.toContain('secret');
  agrees.now = true;
  await file(JSON.stringify(profile));
  expect(profiles.list()).toHaveLength(1);
  expect([places, notices]).toEqual([[{ part: 'start', profile_id: 'p1' }], []]);
});

test('a profile that somebody put or changed on the disk is asked about before it counts', async () => {
  const { intake, agreements, profiles, questions, agrees } = setUp(() => null);
  const text = JSON.stringify(profile);
  const mine = await intake.offer(text);
  const id = mine?.id ?? '';
  expect(await agreements.holds(id)).toBe('yes');
  const forged = JSON.stringify({ ...profile, base_url: 'https://api.elsewhere.example' });
  profiles.add({ id, text: forged, added_at: 1 });
  expect(await agreements.holds(id)).toBe('no');
  // Whoever put it there may also have a page offer it.
  agrees.now = false;
  expect(await intake.offer(forged)).toBeNull();
  expect(await agreements.ask(id)).toBe(false);
  expect(questions.slice(1).every(({ detail }) => detail.includes('api.elsewhere.example'))).toBe(true);
  expect(questions).toHaveLength(3);
  expect(await agreements.holds(id)).toBe('no');
  agrees.now = true;
  expect(await agreements.ask(id)).toBe(true);
  expect(await agreements.ask(id)).toBe(true);
  expect(questions).toHaveLength(4);
  expect(await agreements.holds(id)).toBe('yes');
});

test('a profile of administrators needs no agreement; a removed one keeps none', async () => {
  const text = JSON.stringify(profile);
  const { calls, intake, agreements, profiles } = setUp(() => null, [], [{ id: 'theirs', text }]);
  expect(await agreements.holds('theirs')).toBe('yes');
  const other = JSON.stringify({ ...profile, name: 'Other' });
  const { id } = await intake.add(other);
  await calls.remove(id);
  profiles.add({ id, text: other, added_at: 1 });
  expect(await agreements.holds(id)).toBe('no');
});
