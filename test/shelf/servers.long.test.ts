/** A shelf on real servers, by the whole way: the desk's command, storage, and what a laptop reads. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../main/common/clock.ts';
import { silentLog } from '../../main/common/log.ts';
import type { S3Place } from '../../main/profile/profile.ts';
import { openShelfPlace } from '../../main/shelf/open-shelf.ts';
import { ReceiptWriter } from '../../main/shelf/receipt-writer.ts';
import { type Publication, ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { documentName, HEAD, newShelfKey, readShelfKey, sha256Of } from '../../main/shelf/shelf-index.ts';
import { ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { receiptKey, signReceipt } from '../../main/shelf/shelf-receipts.ts';
import { aPdf } from '../documents/samples.ts';
import { liveKit } from '../kits.ts';
import { MemorySink } from '../service/demo.ts';
import { aPublication, testFolder } from './a-shelf.ts';
import { haveCeph, startCeph } from './ceph.ts';
import { KEY, startS3Server } from './s3-server.ts';
import { haveSamba, startSamba } from './samba.ts';
import { haveServer, LOGIN, startDavServer } from './servers.ts';

const { signal } = new AbortController();
const forged = {
  laptop: 'FORGED',
  person: null,
  at: '2026-11-27T08:00:00.000Z',
  serial: 1,
  kits: [],
  left_out: 0,
};
const desks = [newShelfKey(), newShelfKey()];
const keys = desks.map(({ key }) => key);

/** A desk that finds another one at the shelf tries again after a second: here sooner, but with the same limits. */
const impatient: Clock = {
  ...systemClock,
  sleep: (ms, until) => systemClock.sleep(ms > 2_000 ? ms : ms / 10, until),
};

/** A server that runs. */
interface ShelfServer {
  /** As in a profile. */
  place: { webdav: string } | { s3: S3Place } | { folder: string };
  /** None of a folder. */
  authority?: string;
  /** The folder of a WebDAV server’s files. */
  files?: string;
  stop(): Promise<void>;
}

const dav = (kind: 'apache' | 'nginx') => async (folder: string) => {
  const { url, ...server } = await startDavServer(kind, folder);
  return { ...server, place: { webdav: url } };
};
const s3 = (start: typeof startCeph) => async (folder: string) => {
  const { place, ...server } = await start(folder);
  return { ...server, place: { s3: place } };
};
const user = { login: LOGIN, wrong: 'the user or the password', none: 'a user and a password' };
const key = { login: KEY, wrong: 'the access key or its secret', none: 'an access key' };

const servers = [
  { kind: 'apache', have: () => haveServer('apache'), start: dav('apache'), ...user },
  { kind: 'nginx', have: () => haveServer('nginx'), start: dav('nginx'), ...user },
  { kind: 'Ceph', have: haveCeph, start: s3(startCeph), ...key },
  { kind: 'a share of Samba', have: haveSamba, start: startSamba, ...user },
  { kind: 'our own S3 server', have: () => true, start: s3(startS3Server), ...key },
];

for (const { kind, have, start, login: known, wrong, none } of servers)
  describe.skipIf(!have())(`a shelf on ${kind}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tripkit-'));
    let server: ShelfServer;
    beforeAll(async () => {
      server = await start(folder);
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const trust = () => (server.authority === undefined ? {} : { trust: [server.authority] });
    const placeOf = (login: typeof LOGIN | null = known) =>
      openShelfPlace(
        { place: server.place, trust: [], ...trust() },
        { login: () => login, user_agent: 'demo-tripkit/1.0', clock: systemClock },
      );
    const deskOf = (number: number) =>
      new ShelfDesk({
        place: placeOf(),
        key: readShelfKey(desks[number]?.pem ?? ''),
        ...{ keys, name: 'Demo Air', clock: impatient, random: () => 0 },
      });

    /** What a laptop with this kit writes. */
    const receiptsOf = ({ tripkit_id, trip, sha256 }: Publication) =>
      new ReceiptWriter({
        ...{ place: placeOf(), clock: systemClock, log: silentLog, laptop: 'EFB-7', person: 'pilot' },
        key: () => receiptKey('7'.repeat(64)),
        kits: () => [
          liveKit({ ...{ tripkit_id, trip, state: 'ready' }, document: { bytes: 1, sha256, pages: 1 } }),
        ],
        facts: { firstOpenedAt: () => null, acknowledgedAt: () => null },
        renew_ms: 0,
      });

    it('takes kits, with the folders for them, and gives them to laptops', async () => {
      const departure = new Date(Date.now() + 86_400_000).toISOString();
      const requested_at = new Date().toISOString();
      const documents = testFolder();
      const kits = ['KLM701', 'KLM703', 'KLM705'].map((flight) => ({
        ...aPublication(documents, `TK-${flight}`, { flight, departure }),
        requested_at,
      }));
      expect(await deskOf(0).publish(kits, signal)).toHaveLength(3);
      const place = placeOf();
      const reader = new ShelfReader({ place, keys, seen: null });
      const look = await reader.look(['KLM703'], signal);
      expect(look?.kits.map(({ tripkit_id }) => tripkit_id)).toEqual(['TK-KLM703']);
      const sha256 = kits[1]?.sha256 ?? '';
      const file = await place.read(documentName(sha256), { most: 1000, signal });
      expect(file).toMatchObject({ bytes: readFileSync(kits[1]?.path ?? '') });
      // WebDAV: it was written this second, and another may follow, so its ETag is not trusted yet.
      const etag = server.files === undefined ? expect.any(String) : null;
      expect(await place.read(HEAD, { most: 100_000, signal })).toMatchObject({ etag });
      await deskOf(0).recall('TK-KLM703', 'Wrong aircraft.', signal);
      expect((await reader.look(['KLM703'], signal))?.kits[0]?.recalled?.why).toBe('Wrong aircraft.');
    });

    it('takes kits of two desks at once, and loses none', async () => {
      const departure = new Date(Date.now() + 86_400_000).toISOString();
      const requested_at = new Date().toISOString();
      const documents = testFolder();
      const ids = Array.from({ length: 4 }, (_, at) => `TK-both-${at}`);
      await Promise.all(
        ids.map((id, at) => {
          const kit = aPublication(documents, id, { flight: `KLM80${at % 3}`, departure });
          return deskOf(at % 2).publish([{ ...kit, requested_at }], signal);
        }),
      );
      const look = await new ShelfReader({ place: placeOf(), keys, seen: null }).look('all', signal);
      expect(look?.kits.map(({ tripkit_id }) => tripkit_id)).toEqual(expect.arrayContaining(ids));
    });

    it('has its index at any time, while a desk changes it', async () => {
      const reader = new ShelfReader({ place: placeOf(), keys, seen: null });
      const departure = new Date(Date.now() + 86_400_000).toISOString();
      const desk = deskOf(0);
      let isOver = false;
      const looks = (async () => {
        let count = 0;
        // More often than hundreds of laptops do.
        for (; !isOver; count += 1) {
          await reader.look('all', signal);
          await pause(50);
        }
        return count;
      })();
      try {
        for (let at = 0; at < 8; at += 1) {
          const kit = aPublication(testFolder(), `TK-while-${at}`, { flight: 'KLM9', departure });
          await desk.publish([{ ...kit, requested_at: new Date().toISOString() }], signal);
        }
      } finally {
        isOver = true;
      }
      expect(await looks).toBeGreaterThan(0);
    });

    it('answers briefly while nothing is new', async () => {
      const place = placeOf();
      await deskOf(0).renew(signal);
      const long_ago = new Date(Date.now() - 60_000);
      if (server.files !== undefined) utimesSync(join(server.files, HEAD), long_ago, long_ago);
      const head = await place.read(HEAD, { most: 100_000, signal });
      const etag = head === 'unchanged' ? null : (head?.etag ?? null);
      expect(etag).toEqual(expect.any(String));
      expect(await place.read(HEAD, { etag, most: 100_000, signal })).toBe('unchanged');
    });

    it('lists the files of a folder, and knows by their versions which are new', async () => {
      const place = placeOf();
      await place.prepare(['receipts'], signal);
      for (const name of ['a.json', 'b.json', 'c.json'])
        await place.put(`receipts/${name}`, Buffer.from(`of ${name}`), signal);
      const versions = async () => {
        const listed = await place.list('receipts', { most: 100, signal });
        return Object.fromEntries(listed.map(({ name, version }) => [name, version]));
      };
      const { files } = server;
      const now = Date.now();
      const changedAt = (ms: number) => {
        for (const name of files === undefined ? [] : readdirSync(join(files, 'receipts')))
          utimesSync(join(files ?? '', 'receipts', name), new Date(ms), new Date(ms));
      };
      if (files !== undefined) {
        changedAt(now + 600_000);
        // Another content may still come that has the same time.
        expect(await versions()).toEqual({ 'a.json': null, 'b.json': null, 'c.json': null });
      }
      changedAt(now - 60_000);
      const before = await versions();
      expect(Object.values(before)).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
      await place.put('receipts/a.json', Buffer.from('another'), signal);
      changedAt(now - 60_000);
      const { 'a.json': changed, ...others } = await versions();
      expect({ 'a.json': changed, ...others }).toEqual({ ...before, 'a.json': changed });
      expect(changed).not.toBe(before['a.json']);
      expect(await place.list('receipts', { most: 2, signal })).toHaveLength(2);
      expect(await place.list('nothing', { most: 2, signal })).toEqual([]);
    });

    // A folder asks nobody: the system mounts it.
    it.skipIf(kind === 'a share of Samba')('says who is not let in', async () => {
      const stranger = placeOf({ ...known, password: 'no' });
      const all = { most: 1000, signal };
      await expect(stranger.read(HEAD, all)).rejects.toMatchObject({
        kind: 'authentication',
        message: expect.stringContaining(`does not accept ${wrong}`),
      });
      await expect(placeOf(null).read(HEAD, all)).rejects.toThrow(`asks for ${none}`);
    });

    it.runIf(kind === 'Ceph')('is read without a login where everybody may', async () => {
      const open = (login: typeof LOGIN | null) => {
        if (!('s3' in server.place)) throw new Error('Ceph is an S3 server.');
        const place = { s3: { ...server.place.s3, bucket: 'public' } };
        return openShelfPlace(
          { place, trust: [], ...trust() },
          { login: () => login, user_agent: 'demo-tripkit/1.0', clock: systemClock },
        );
      };
      const bytes = Buffer.from('%PDF-1.7 for everybody');
      const sha256 = sha256Of(bytes);
      await open(known).put(documentName(sha256), bytes, signal);
      const sink = new MemorySink();
      await open(null).download(sha256, sink, { signal });
      expect(sink.bytes).toEqual(bytes);
      expect(await open(null).read(HEAD, { most: 1000, signal })).toBeNull();
      await expect(open(null).put(HEAD, bytes, signal)).rejects.toThrow('asks for an access key');
    });

    it('is served by the command, which never shows the password', async () => {
      const { runCommand } = await import('../command/run-command.ts');
      const { aProfile } = await import('../profile/a-profile.ts');
      const at = testFolder();
      const env = { TRIPKIT_SHELF_USER: known.user };
      const takeVariable = (name: string) => (name === 'TRIPKIT_SHELF_PASSWORD' ? known.password : undefined);
      const ask = (...args: string[]) => runCommand(args, undefined, undefined, { env, takeVariable });
      const made = await ask('shelf', 'key', join(at, 'desk.key'), '--json');
      const { key } = JSON.parse(made.out[0] ?? '');
      const receipts = 'person';
      const shelf = {
        name: 'Demo Air',
        ...server.place,
        ...trust(),
        keys: [...keys, key],
        receipts,
      };
      writeFileSync(join(at, 'p.json'), JSON.stringify({ ...aProfile, shelf }));
      const out = join(at, 'out', '2027-03-28');
      mkdirSync(out, { recursive: true });
      const kit = aPublication(
        out,
        'TK-9',
        { flight: 'KLM1', departure: new Date(Date.now() + 86_400_000).toISOString() },
        await aPdf(1),
      );
      const { path: _, requested_at, ...facts } = { ...kit, requested_at: new Date().toISOString() };
      const result = { ...facts, state: 'delivered', file: '2027-03-28/TK-9.pdf' };
      const times = { taken: requested_at, requested: requested_at, ended: requested_at };
      writeFileSync(join(out, 'TK-9.result.json'), JSON.stringify({ ...result, times }));
      const common = ['--profile', join(at, 'p.json'), '--json'];
      const desk = ['--shelf-key', join(at, 'desk.key')];
      const put = await ask('shelf', 'publish', join(at, 'out'), ...common, ...desk);
      expect([put.code, put.err, put.out.map((line) => JSON.parse(line))]).toMatchObject([
        0,
        [],
        [
          { event: 'published', tripkit_id: 'TK-9' },
          { event: 'shelf', put: 1, known: 0, over: 0 },
        ],
      ]);
      const again = await ask('shelf', 'publish', join(at, 'out'), ...common, ...desk);
      expect(JSON.parse(again.out[0] ?? '')).toEqual({ event: 'shelf', put: 0, known: 1, over: 0 });
      const fetched = await ask('shelf', 'fetch', '--out', join(at, 'got'), '--flight', 'KLM1', ...common);
      expect([fetched.code, JSON.parse(fetched.out.at(-1) ?? '')]).toMatchObject([
        0,
        { event: 'state', state: 'ready', tripkit_id: 'TK-9', sha256: kit.sha256 },
      ]);
      expect(readFileSync(join(at, 'got', 'TK-9.pdf'))).toEqual(readFileSync(kit.path));
      // What another has put in its place is not used.
      await placeOf().put(documentName(kit.sha256), await aPdf(2), signal);
      const other = await ask('shelf', 'fetch', '--out', join(at, 'other'), '--flight', 'KLM1', ...common);
      expect([other.code, JSON.parse(other.out.at(-1) ?? '')]).toMatchObject([
        1,
        {
          state: 'failed',
          error: { kind: 'document', message: expect.stringContaining('another document') },
        },
      ]);
      const laptop = receiptsOf(kit);
      await laptop.heard(1, signal);
      expect(laptop.state.trouble).toBeNull();
      const { name, bytes } = signReceipt(forged, receiptKey('a'.repeat(64)));
      await placeOf().put(name, Buffer.from(String(bytes).replace('FORGED', 'EFB-1')), signal);
      expect((await ask('shelf', 'recall', 'TK-9', '--why', 'Wrong.', ...common, ...desk)).code).toBe(0);
      const status = await ask('shelf', 'status', ...common);
      const lines = status.out.map((line) => JSON.parse(line));
      const gone = await ask('shelf', 'fetch', '--out', join(at, 'gone'), '--flight', 'KLM1', ...common);
      expect([gone.code, JSON.parse(gone.out[0] ?? '').error.kind]).toEqual([1, 'not_found']);
      expect([status.code, lines.find(({ tripkit_id }) => tripkit_id === 'TK-9')]).toMatchObject([
        0,
        {
          ...{ event: 'shelf_kit', recalled: { why: 'Wrong.' } },
          had_by: [{ laptop: 'EFB-7', person: 'pilot', same_document: true, opened_at: null }],
        },
      ]);
      expect(lines.filter(({ event }) => event.startsWith('shelf_receipt'))).toMatchObject([
        { event: 'shelf_receipt', laptop: 'EFB-7', serial: expect.any(Number), kits: 1, is_silent: false },
        { event: 'shelf_receipt_refused', name: name.slice('receipts/'.length), reason: 'forged' },
      ]);
      const people = await ask('shelf', 'status', '--profile', join(at, 'p.json'));
      expect(people.out.join('\n')).toMatch(
        / {2}EFB-7 \(pilot\) had it at .+Z, not opened, not heard of since it was/,
      );
      const all = [made, put, again, status].flatMap((one) => [...one.out, ...one.err]).join('\n');
      expect(all).not.toContain(known.password);
    });
  });
