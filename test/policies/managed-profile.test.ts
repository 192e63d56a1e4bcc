import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TripKitError } from '../../main/common/errors.ts';
import { type ManagedFileAccess, machineFiles } from '../../main/policies/managed-file.ts';
import {
  managedProfileId,
  managedProfilePath,
  parseManagedProfile,
} from '../../main/policies/managed-profile.ts';
import type { LockableSettings } from '../../main/policies/policy-source.ts';
import { readPolicies } from '../../main/policies/read-policies.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { managedService } from './managed-computers.ts';

const service = { ...managedService, name: 'Demo Air (production)' };
const whole = { profiles: [service], settings: { updates: 'off', allow_other_profiles: false } };

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tripkit-managed-'));
  file = join(root, '/etc/trip-kit-desktop/managed-profile.json');
  await mkdir(dirname(file), { recursive: true, mode: 0o755 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const files = (owner = process.getuid?.() ?? 0) => machineFiles({ root, owner });
/** What holds on a computer where the file is the only place, with what was wrong in it. Null: there is none. */
async function readManagedProfile(platform: string, access: ManagedFileAccess, lockable: LockableSettings) {
  const { managed, sources } = await readPolicies(platform, access, lockable);
  const source = sources.at(-1);
  const problem = source?.state === 'in_force' ? source.problem : null;
  const failure = source?.state === 'refused' ? source.failure : null;
  return managed && { ...managed, problem, failure };
}
const read = (owner?: number) => readManagedProfile('linux', files(owner), {});
async function write(content: unknown, mode = 0o644): Promise<void> {
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(file, mode);
}

describe('the place', () => {
  it.each([
    ['win32', 'D:\\Data', 'D:\\Data\\Trip Kit Desktop\\managed-profile.json'],
    ['darwin', '', '/Library/Application Support/Trip Kit Desktop/managed-profile.json'],
    ['linux', '/tmp', '/etc/trip-kit-desktop/managed-profile.json'],
    ['aix', '', null],
  ])('on %s with %j is %s', (platform, programData, path) => {
    expect(managedProfilePath(platform, programData)).toBe(path);
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

  describe('on Windows', () => {
    const place = 'C:\\ProgramData\\Trip Kit Desktop';
    const path = `${place}\\managed-profile.json`;
    const OURS = 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
    const content = Buffer.from(JSON.stringify(whole));
    interface Read {
      bytes: Uint8Array;
      links?: string[];
    }
    interface Machine {
      security?: (paths: readonly string[]) => Promise<string[]>;
      reads?: Read[];
    }
    /** A machine whose file is read once, and again. */
    function machine({ security = async (paths) => paths.map(() => OURS), reads }: Machine = {}) {
      const left: Read[] = reads ?? [{ bytes: content }, { bytes: content }];
      const securityOf = vi.fn(security);
      const access: ManagedFileAccess = {
        owner: 0,
        windows: { programData: async () => 'C:\\ProgramData', securityOf, registryValues: async () => null },
        read: async (asked) => {
          expect(asked).toBe(path);
          const next = left.shift();
          // Windows knows neither users nor modes of this kind.
          const entries = [path, place].map((one) => ({ path: one, uid: 5, mode: 0o666 }));
          return next ? { bytes: next.bytes, info: { entries, links: next.links ?? [] } } : null;
        },
      };
      return { access, securityOf };
    }
    const readOn = (given: Machine) => readManagedProfile('win32', machine(given).access, {});

    it('believes a file that administrators alone own and may change, with its folder', async () => {
      const { access, securityOf } = machine();
      expect(await readManagedProfile('win32', access, {})).toMatchObject({ state: 'usable', file: path });
      expect(securityOf).toHaveBeenCalledExactlyOnceWith([path, place]);
    });

    it('asks nothing where there is no file: the start is as fast as before', async () => {
      const { access, securityOf } = machine({ reads: [] });
      expect(await readManagedProfile('win32', access, {})).toBeNull();
      expect(securityOf).not.toHaveBeenCalled();
    });

    it.each([
      ['file', 0, `${path} belongs to S-1-5-21-1-2-3-1001`],
      ['folder', 1, `${place} belongs to S-1-5-21-1-2-3-1001`],
    ])('refuses a %s of a person', async (_what, at, words) => {
      const security = async () => [OURS, OURS].with(at, OURS.replace('O:BA', 'O:S-1-5-21-1-2-3-1001'));
      expect(await readOn({ security })).toMatchObject({
        state: 'broken',
        profiles: [],
        settings: { updates: 'off', allow_other_profiles: false },
        failure: { kind: 'config', message: expect.stringContaining(words) },
      });
    });

    it('refuses what Windows does not judge: no answer, an empty one, an error', async () => {
      const silent = new TripKitError('config', 'Windows did not say who may write it. Restart the app.');
      const answers = [async () => [], async () => [OURS], async () => Promise.reject(silent)];
      for (const security of answers) expect(await readOn({ security })).toMatchObject({ state: 'broken' });
    });

    it('refuses a link, before or after', async () => {
      const cases: Read[][] = [
        [{ bytes: content, links: [place] }, { bytes: content }],
        [{ bytes: content }, { bytes: content, links: [place] }],
      ];
      for (const reads of cases) {
        expect(await readOn({ reads })).toMatchObject({
          state: 'broken',
          failure: { message: expect.stringContaining('is a link to another place') },
        });
      }
    });

    it('refuses a file that is another after it was judged', async () => {
      const other = Buffer.from(JSON.stringify({ profiles: [] }));
      for (const reads of [[{ bytes: content }, { bytes: other }], [{ bytes: content }]]) {
        expect(await readOn({ reads })).toMatchObject({
          state: 'broken',
          failure: { message: expect.stringContaining('It changed while it was read') },
        });
      }
    });
  });

  it('makes a state of every error', async () => {
    const denied: ManagedFileAccess = {
      ...files(),
      read: async () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' });
      },
    };
    expect(await readManagedProfile('linux', denied, {})).toMatchObject({
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
