import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ManagedFileAccess, machineFiles } from '../../main/policies/managed-file.ts';
import {
  managedProfileId,
  managedProfilePath,
  parseManagedProfile,
} from '../../main/policies/managed-profile.ts';
import { readPolicies } from '../../main/policies/read-policies.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { freshFolder } from '../fresh-folder.ts';
import { managedService } from './managed-computers.ts';

const service = { ...managedService, name: 'Demo Air (production)' };
const whole = { profiles: [service], settings: { updates: 'off', allow_other_profiles: false } };

let root: string;
let file: string;
beforeEach(async () => {
  root = freshFolder();
  file = join(root, '/etc/trip-kit-desktop/managed-profile.json');
  await mkdir(dirname(file), { recursive: true, mode: 0o755 });
});

const files = (owner = process.getuid?.() ?? 0) => machineFiles({ root, owner });
/** What holds on Linux, where the file is the only place, with what was wrong in it. Null: there is none. */
async function readManagedProfile(access: ManagedFileAccess) {
  const { managed, sources } = await readPolicies('linux', access, {});
  const [source] = sources;
  const problem = source?.state === 'in_force' ? source.problem : null;
  const failure = source?.state === 'refused' ? source.failure : null;
  return managed && { ...managed, problem, failure };
}
const read = (owner?: number) => readManagedProfile(files(owner));
async function write(content: unknown, mode = 0o644): Promise<void> {
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(file, mode);
}

describe('the place', () => {
  it.each([
    ['win32', null],
    ['darwin', '/Library/Application Support/Trip Kit Desktop/managed-profile.json'],
    ['linux', '/etc/trip-kit-desktop/managed-profile.json'],
  ])('on %s is %s', (platform, path) => {
    expect(managedProfilePath(platform)).toBe(path);
  });
});

describe('the file', () => {
  it('finds nothing where nothing is', async () => {
    expect(await read()).toBeNull();
    await rm(dirname(file), { recursive: true });
    expect(await read()).toBeNull();
    await writeFile(dirname(file), 'a file in the folder’s place');
    expect(await read()).toBeNull();
  });

  it('reads profiles and settings, with defaults', async () => {
    await write(whole);
    const managed = await read();
    expect(managed).toMatchObject({
      state: 'usable',
      settings: { updates: 'off', allow_other_profiles: false },
      profiles: [{ profile: { name: service.name, company_code: 'DEMO' } }],
    });
    expect(parseServiceProfile(managed?.profiles[0]?.text ?? '')).toEqual(managed?.profiles[0]?.profile);
    await write({ profiles: [] });
    expect(await read()).toMatchObject({
      profiles: [],
      settings: { updates: 'on', allow_other_profiles: true },
    });
  });

  it.each([
    ['', /empty/],
    ['{"profiles": [', /line 1, column 15/],
    [{ profiles: [service], setings: {} }, /setings is an unknown key/],
    [{ settings: {} }, /profiles is missing/],
    [{ profiles: ['x'] }, /profiles\[0\] has to be an object/],
    [{ profiles: [], settings: [] }, /settings has to be an object/],
    [{ profiles: [service, { ...service, name: 'Two', auth_url: 'http://x' }] }, /profiles\[1\].*auth_url/],
    [{ profiles: [service, { ...service, client_id: 'other' }] }, /profiles\[1\] has the name/],
    [{ profiles: [{ ...service, passphrase: 'x' }] }, /profiles\[0\].*passphrase is an unknown key/],
    ['\xff\xfe', /./],
  ])('reports %j as broken, with the file and the key', async (content, words) => {
    await write(content);
    expect(await read()).toMatchObject({
      state: 'broken',
      profiles: [],
      settings: { updates: 'off', allow_other_profiles: false },
      failure: { kind: 'config', message: expect.stringMatching(words) },
    });
    expect(JSON.stringify(await read())).toContain('managed-profile.json');
  });

  it('reads those of the person’s settings that are lockable, and no other', () => {
    const text = (settings: object) => JSON.stringify({ profiles: [], settings });
    const lockable = { notify: z.boolean().optional() };
    expect(parseManagedProfile(text({ notify: false }), lockable).decided).toEqual({ notify: false });
    expect(parseManagedProfile(text({}), lockable).decided).toEqual({});
  });

  it('takes each setting by itself: a wrong one is named, takes no other with it, and is the strictest where it can be', () => {
    const lockable = { notify: z.boolean().optional() };
    const settings = { notify: 'no', updates: 'never', allow_other_profiles: 0, of_a_newer_version: 1 };
    expect(parseManagedProfile(JSON.stringify({ profiles: [service], settings }), lockable)).toMatchObject({
      profiles: [{ profile: { name: service.name } }],
      decided: {},
      strictest: ['updates', 'allow_other_profiles'],
      refused: [
        { name: 'notify', reason: expect.stringMatching(/has to be true or false\. Correct it/) },
        { name: 'updates' },
        { name: 'allow_other_profiles' },
        { name: 'of_a_newer_version', reason: expect.stringMatching(/is an unknown key\. Check/) },
      ],
      problem:
        'settings.notify has to be true or false; settings.updates has to be "on" or "off"; settings.allow_other_profiles has to be true or false; settings.of_a_newer_version is an unknown key',
    });
    const one = { notify: false, allow_other_profiles: false, __proto__: { updates: 'off' }, toString: 1 };
    expect(parseManagedProfile(JSON.stringify({ profiles: [], settings: one }), lockable)).toMatchObject({
      profiles: [],
      decided: { allow_other_profiles: false, notify: false },
      strictest: [],
      problem: 'settings.toString is an unknown key',
    });
  });

  it('reports bytes that are no UTF-8', async () => {
    await writeFile(file, Buffer.from([0xff, 0xfe, 0x00]), { mode: 0o644 });
    expect(await read()).toMatchObject({
      state: 'broken',
      failure: { message: expect.stringContaining('UTF-8') },
    });
  });

  describe.skipIf(process.platform === 'win32')('on POSIX', () => {
    it.each([0o664, 0o646, 0o666, 0o777])('refuses a file of mode %o', async (mode) => {
      await write(whole, mode);
      expect(await read()).toMatchObject({
        state: 'broken',
        failure: { message: expect.stringContaining('changed by other users') },
      });
    });

    it.each([0o775, 0o777, 0o1777])('refuses a folder of mode %o', async (mode) => {
      await write(whole);
      await chmod(dirname(file), mode);
      expect(await read()).toMatchObject({ state: 'broken' });
    });

    it('refuses the file of another user', async () => {
      await write(whole);
      expect(await read((process.getuid?.() ?? 0) + 1)).toMatchObject({
        state: 'broken',
        failure: { message: expect.stringContaining('has to be root') },
      });
    });

    it('refuses a link that leads nowhere: what it led to may be on a volume that is away', async () => {
      const elsewhere = join(root, 'share');
      const folder = dirname(file);
      const nowhere = expect.stringContaining('is a link that leads nowhere: put the file itself there.');
      await symlink(join(elsewhere, 'managed-profile.json'), file);
      expect(await read()).toMatchObject({ state: 'broken', failure: { message: nowhere } });
      expect((await read())?.settings.updates).toBe('off');
      await rm(folder, { recursive: true });
      await symlink(elsewhere, folder);
      expect(await read()).toMatchObject({ state: 'broken', failure: { message: nowhere } });
      // The volume is there, and nothing is decided on it.
      await mkdir(elsewhere, { mode: 0o755 });
      expect(await read()).toBeNull();
    });

    it('follows a link only to a place that is as safe', async () => {
      await write(whole);
      const elsewhere = join(root, 'elsewhere');
      await mkdir(elsewhere);
      await rename(file, join(elsewhere, 'real.json'));
      await symlink(join(elsewhere, 'real.json'), file);
      await chmod(elsewhere, 0o755);
      expect(await read()).toMatchObject({ state: 'usable' });
      await chmod(elsewhere, 0o777);
      expect(await read()).toMatchObject({ state: 'broken' });
    });

    it('reports a folder, a pipe and a giant in the file’s place', async () => {
      await mkdir(file);
      expect(await read()).toMatchObject({ state: 'broken' });
      await rm(file, { recursive: true });
      execFileSync('mkfifo', [file]);
      expect(await read()).toMatchObject({
        state: 'broken',
        failure: { message: expect.stringContaining('isn’t a regular file') },
      });
      await rm(file);
      await writeFile(file, Buffer.alloc(4 * 1024 * 1024 + 1, 0x20), { mode: 0o644 });
      expect(await read()).toMatchObject({
        state: 'broken',
        failure: { message: expect.stringContaining('larger') },
      });
    });
  });

  it('makes a state of every error', async () => {
    const denied: ManagedFileAccess = {
      ...files(),
      read: async () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' });
      },
    };
    expect(await readManagedProfile(denied)).toMatchObject({
      state: 'broken',
      failure: { message: expect.stringContaining('EACCES') },
    });
  });
});

describe('the id of a managed profile', () => {
  const idOf = (profile: object) =>
    parseManagedProfile(JSON.stringify({ profiles: [profile] })).profiles[0]?.id;

  it('stays when IT edits anything but name and company_code', () => {
    const id = idOf(service);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idOf({ ...service, base_url: 'https://new.example', client_id: 'new' })).toBe(id);
    expect(idOf({ ...service, name: 'Other' })).not.toBe(id);
    expect(idOf({ ...service, company_code: 'OTHER' })).not.toBe(id);
    // Written down: kits on people's machines depend on it.
    expect(id).toBe('9ce2974f-172f-5a85-9f5b-62f4574e3c2b');
  });

  it('differs for every pair of name and code', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        const same = a === c && b === d;
        const first = managedProfileId({ name: a, company_code: b });
        expect(first === managedProfileId({ name: c, company_code: d })).toBe(same);
      }),
    );
  });
});
