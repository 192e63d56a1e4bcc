/**
 * `npm run bench:shelf`: the way of a document of 6 MB and of 60 MB over a shelf, on Apache's WebDAV and on our own S3 server: from `ready` at
 * the desk to its place on a laptop, by parts, beside a copy of the same bytes from the same server with Node's own HTTPS; the bytes of the
 * connections, with TLS, beside the document's; memory; and what a look costs while nothing is new. Option: --record (keep the table in
 * docs/performance.md).
 */
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../../main/common/clock.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { openShelfPlace } from '../../main/shelf/open-shelf.ts';
import { type Publication, ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { documentName, newShelfKey, readShelfKey } from '../../main/shelf/shelf-index.ts';
import type { ShelfPlace } from '../../main/shelf/shelf-place.ts';
import { ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { KEY, startS3Server } from '../shelf/s3-server.ts';
import { haveServer, LOGIN, startDavServer } from '../shelf/servers.ts';
import { compareWithRecorded, machine } from './recorded.ts';
import { cell } from './viewer/results.ts';

const { signal } = new AbortController();
const key = newShelfKey();
const SIZES = [6_000_000, 60_000_000];
const RUNS = 5;
const PIECE = 1_000_000;
/** Longer than the time in which WebDAV trusts no ETag, ms. */
const SETTLED_MS = 2_500;

interface Server {
  place(port: number): Parameters<typeof openShelfPlace>[0]['place'];
  url(port: number): string;
  port: number;
  authority: string;
  login: typeof LOGIN;
  /** Let a plain copy in. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

async function apache(folder: string): Promise<Server> {
  const { url, ...server } = await startDavServer('apache', folder);
  const at = (port: number) => `https://127.0.0.1:${port}/shelf/`;
  const basic = Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64');
  return {
    ...{ ...server, port: Number(new URL(url).port), login: LOGIN, url: at },
    ...{ place: (port) => ({ webdav: at(port) }), headers: { authorization: `Basic ${basic}` } },
  };
}

async function ownS3(): Promise<Server> {
  const server = await startS3Server();
  server.isPublic = true;
  const { place, authority } = server;
  return {
    ...{ authority, login: KEY, headers: {}, port: Number(new URL(place.endpoint).port) },
    place: (port) => ({ s3: { ...place, endpoint: `https://127.0.0.1:${port}` } }),
    url: (port) => `https://127.0.0.1:${port}/${place.bucket}/${place.prefix}/`,
    stop: () => server.stop(),
  };
}

/** Passes connections on to a port, and counts their bytes. */
async function countingRelay(port: number) {
  const relay = { bytes: 0, port: 0, close: () => server.close() };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      socket.on('data', (piece) => {
        relay.bytes += piece.length;
      });
      socket.on('error', () => [near, far].map((one) => one.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay.port = (server.address() as AddressInfo).port;
  return relay;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The greatest growth of this process's memory during some work, bytes. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 5);
  await work();
  clearInterval(timer);
  look();
  return most - before;
}

async function plainCopy(server: Server, name: string): Promise<void> {
  const { authority: ca, headers } = server;
  const sent = request(server.url(server.port) + name, { ca, headers, agent: false });
  sent.end();
  const [response] = await once(sent, 'response');
  if (response.statusCode !== 200) throw new Error(`The server answers ${response.statusCode}.`);
  for await (const _ of response);
}

function publicationOf(folder: string, id: string, bytes: number): Publication {
  const path = join(folder, `${id}.pdf`);
  // In pieces: a document in memory would hide what the desk takes.
  const hash = createHash('sha256');
  writeFileSync(path, '');
  for (let left = bytes; left > 0; left -= PIECE) {
    const piece = randomFillSync(Buffer.alloc(Math.min(PIECE, left)));
    hash.update(piece);
    appendFileSync(path, piece);
  }
  const sha256 = hash.digest('hex');
  const departure = new Date(Date.now() + 86_400_000).toISOString();
  const trip = { origin: 'EHAM', destination: 'EGLL', flight: id, departure };
  const requested_at = new Date().toISOString();
  return { tripkit_id: id, trip, requested_at, bytes, sha256, pages: 1, messages: [], path };
}

/** One document on its way: ms of each part, bytes of the connections over the document's own, memory in bytes. */
async function way(server: Server, folder: string, kit: Publication) {
  const [up, down] = [await countingRelay(server.port), await countingRelay(server.port)];
  const open = (port: number): ShelfPlace =>
    openShelfPlace(
      { place: server.place(port), trust: [server.authority] },
      { login: () => server.login, user_agent: 'bench', clock: systemClock },
    );
  const [place, laptop] = [open(up.port), open(down.port)];
  let upload = 0;
  const put = place.put.bind(place);
  place.put = async (name, body, signal) => {
    const ms = await timeOf(() => put(name, body, signal));
    if (name.startsWith('kits/')) upload += ms;
  };
  const desk = new ShelfDesk({
    ...{ place, key: readShelfKey(key.pem), keys: [key.key], name: 'Bench', clock: systemClock },
    random: Math.random,
  });
  let desk_memory = 0;
  const published = await timeOf(async () => {
    desk_memory = await memoryOf(() => desk.publish([kit], signal));
  });
  const reader = new ShelfReader({ place: laptop, keys: [key.key], seen: null });
  const lookNow = () => reader.look([kit.tripkit_id], signal);
  const look = await timeOf(lookNow);
  let laptop_memory = 0;
  const download = await timeOf(async () => {
    laptop_memory = await memoryOf(async () => {
      const part = await PartFile.open(join(folder, `${kit.tripkit_id}.got`), kit.tripkit_id);
      await laptop.download(kit.sha256, part, { signal });
      const { sha256 } = await part.finish();
      if (sha256 !== kit.sha256) throw new Error('Another document came.');
      await part.discard();
    });
  });
  const received = down.bytes / kit.bytes;
  await pause(SETTLED_MS);
  await lookNow();
  const before = down.bytes;
  const idle = await timeOf(lookNow);
  const idle_bytes = down.bytes - before;
  const copy = await timeOf(() => plainCopy(server, documentName(kit.sha256)));
  await Promise.all([place.close(), laptop.close()]);
  for (const relay of [up, down]) relay.close();
  return {
    ...{
      total: published + look + download,
      share: (published + look + download) / copy,
      upload,
      rest: published - upload,
      look,
      download,
    },
    ...{ sent: up.bytes / kit.bytes, received, desk_memory, laptop_memory, idle, idle_bytes },
  };
}

type Part = keyof Awaited<ReturnType<typeof way>>;

/** The rows of one server and size. */
const PARTS: readonly (readonly [label: string, unit: string, part: Part])[] = [
  ['ready at the desk to ready on a laptop', 'ms', 'total'],
  ['… beside a plain copy', '×', 'share'],
  ['… of it the upload', 'ms', 'upload'],
  ['… of it hash, index and turn', 'ms', 'rest'],
  ['… of it the look of the laptop', 'ms', 'look'],
  ['… of it the download', 'ms', 'download'],
  ['bytes up, beside the document', '×', 'sent'],
  ['bytes down, beside the document', '×', 'received'],
  ['a look when nothing is new', 'ms', 'idle'],
  ['… its bytes', 'B', 'idle_bytes'],
  ['memory of the desk', 'MB', 'desk_memory'],
  ['memory of the laptop', 'MB', 'laptop_memory'],
];

const { values: options } = parseArgs({ options: { record: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'bench-shelf-'));
const lines = ['| measure | unit | median / p95 / max (how many) |', '|---|---|---|'];
try {
  const servers: [string, (folder: string) => Promise<Server>][] = [['our S3 server', ownS3]];
  if (haveServer('apache')) servers.unshift(['Apache', apache]);
  for (const [name, start] of servers) {
    // Its user may enter no folder of ours.
    const at = mkdtempSync(join(tmpdir(), 'bench-shelf-server-'));
    const server = await start(at);
    for (const size of SIZES) {
      const runs: Awaited<ReturnType<typeof way>>[] = [];
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await way(server, folder, publicationOf(folder, `BENCH${size / 1e6}N${run}`, size)));
      for (const [label, unit, part] of PARTS) {
        // Our S3 server keeps its documents in the memory of this process.
        if (unit === 'MB' && name !== 'Apache') continue;
        const values = runs.map((run) => run[part] / (unit === 'MB' ? 1e6 : 1));
        lines.push(`| ${name}, ${size / 1e6} MB: ${label} | ${unit} | ${cell(values)} |`);
      }
    }
    await server.stop();
    rmSync(at, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const table = lines.join('\n');
const facts = `Node ${process.version}.`;
process.stdout.write(
  `${machine()}, load ${loadavg()[0]?.toFixed(1)}\n\n${table}\n\n${compareWithRecorded('bench:shelf', table, { record: options.record, facts })}\n`,
);
