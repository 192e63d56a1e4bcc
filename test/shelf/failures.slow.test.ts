/** What goes wrong on the way to a shelf on a server: it is said what and what to do, nothing wrong is taken, and the next look is well. */
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/common/clock.ts';
import type { HttpShelfOptions } from '../../main/shelf/http-shelf.ts';
import { S3Shelf } from '../../main/shelf/s3-shelf.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import { documentName, HEAD, newShelfKey, readShelfKey } from '../../main/shelf/shelf-index.ts';
import { type SeenHead, ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { WebdavShelf } from '../../main/shelf/webdav-shelf.ts';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { listen, stop } from '../demo-service/servers.ts';
import { MemorySink } from '../service/demo.ts';
import { aPublication, MemoryShelf, testFolder } from './a-shelf.ts';

const { signal } = new AbortController();
const desk = newShelfKey();
const keys = [desk.key];

/** Answers a request for a file instead of the server; false: it does not. */
type Fault = (name: string, bytes: Buffer | undefined, answer: ServerResponse) => boolean;

let authority: Awaited<ReturnType<typeof createAuthority>>;
let server: ReturnType<typeof createServer>;
let port: number;
let files = new Map<string, Buffer>();
let fault: Fault = () => false;

beforeAll(async () => {
  authority = await createAuthority('Shelf authority', 'Demo Air');
  server = createServer(await issueServer(authority, 'shelf.example'), (request, response) => {
    request.resume();
    const name = (request.url ?? '').replace(/^\/(?:shelf|bucket)\//, '');
    const bytes = files.get(name);
    if (fault(name, bytes, response)) return;
    if (request.method === 'MKCOL') response.writeHead(405).end();
    else if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  port = await listen(server, 0);
});
afterAll(() => stop(server));
beforeEach(() => {
  fault = () => false;
});

/** A shelf with one kit, and what it was before that. */
async function aShelf() {
  const shelf = new MemoryShelf();
  const facts = { place: shelf, key: readShelfKey(desk.pem), keys, name: 'Demo Air', random: () => 0 };
  const working = new ShelfDesk({ ...facts, clock: systemClock });
  const departure = new Date(Date.now() + 86_400_000).toISOString();
  const requested_at = new Date().toISOString();
  const kit = (id: string) => ({ ...aPublication(testFolder(), id, { departure }), requested_at });
  await working.publish([kit('TK-1')], signal);
  const before = new Map(shelf.files);
  await working.publish([kit('TK-2')], signal);
  files = shelf.files;
  return before;
}

const kinds = {
  WebDAV: (port: number, options: HttpShelfOptions) =>
    new WebdavShelf(`https://127.0.0.1:${port}/shelf/`, options),
  S3: (port: number, options: HttpShelfOptions) =>
    new S3Shelf(
      { endpoint: `https://127.0.0.1:${port}`, bucket: 'bucket', region: 'r', prefix: '' },
      options,
    ),
};

const only =
  (part: 'head' | 'list', act: (bytes: Buffer, answer: ServerResponse) => void): Fault =>
  (name, bytes, answer) => {
    const isIt = part === 'head' ? name === HEAD : name.startsWith('lists/');
    if (!isIt || bytes === undefined) return false;
    act(bytes, answer);
    return true;
  };
const cut = (bytes: Buffer, answer: ServerResponse) => {
  answer.writeHead(200, { 'content-length': bytes.length });
  answer.write(bytes.subarray(0, bytes.length / 2), () => answer.destroy());
};
const stall = (bytes: Buffer, answer: ServerResponse) => {
  answer.writeHead(200, { 'content-length': bytes.length });
  answer.write(bytes.subarray(0, 10));
};

const page: Fault = (_name, _bytes, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  return true;
};
const usual = (): HttpShelfOptions => {
  return { trust: [authority.pem], login: () => null, user_agent: 'demo/1.0', now: Date.now };
};

interface Failure {
  what: string;
  fault: Fault | 'older';
  /** Another authority than the server’s, or shorter limits. */
  options?: () => Promise<Partial<HttpShelfOptions>>;
  says: { kind: string; condition?: string; message: RegExp };
}

const failures: readonly Failure[] = [
  {
    what: 'a server that is too busy',
    fault: only('head', (_bytes, answer) => answer.writeHead(503).end()),
    says: { kind: 'service', message: /could not be read \(HTTP 503\)\. Try again later/ },
  },
  {
    what: 'an index that is cut',
    fault: only('head', cut),
    says: { kind: 'network', message: /Check|Try again|tried again/ },
  },
  {
    what: 'a list that is cut',
    fault: only('list', cut),
    says: { kind: 'network', message: /Check|Try again|tried again/ },
  },
  {
    what: 'a server that goes silent',
    fault: only('head', stall),
    options: async () => ({ limits: { silence: 200 } }),
    says: { kind: 'network', message: /Check|Try again|tried again/ },
  },
  {
    what: 'half an index',
    fault: only('head', (bytes, answer) => answer.writeHead(200).end(bytes.subarray(0, 100))),
    says: { kind: 'document', condition: 'shelf_mixed', message: /not whole/ },
  },
  {
    what: 'a list that is gone',
    fault: only('list', (_bytes, answer) => answer.writeHead(404).end()),
    says: { kind: 'document', condition: 'shelf_mixed', message: /lacks a list/ },
  },
  {
    what: 'the page of a sign-in',
    fault: page,
    says: { kind: 'service', condition: 'shelf_page', message: /a web page/ },
  },
  {
    what: 'the way to another server',
    fault: only('head', (_bytes, answer) =>
      answer.writeHead(302, { location: 'https://other.example/' }).end(),
    ),
    says: { kind: 'service', condition: 'captive_portal', message: /sends to other\.example \(HTTP 302\)/ },
  },
  {
    what: 'a network that asks for a sign-in',
    fault: only('head', (_bytes, answer) => answer.writeHead(511).end()),
    says: {
      kind: 'service',
      condition: 'captive_portal',
      message: /\(HTTP 511\)\. Sign in to the network first/,
    },
  },
  {
    what: 'a shelf that was set back',
    fault: 'older',
    says: { kind: 'document', condition: 'shelf_older', message: /older than one that was here before/ },
  },
  {
    what: 'another server',
    fault: () => false,
    options: async () => ({ trust: [(await createAuthority('Another', 'Demo Air')).pem] }),
    says: { kind: 'network', message: /certificate|trust/ },
  },
];

describe.each(Object.entries(kinds))('a shelf on %s', (_kind, open) => {
  it.each(failures)(
    'says what is wrong with $what, takes nothing, and is well at the next look',
    async (failure) => {
      const before = await aShelf();
      const readerOn = (options: Partial<HttpShelfOptions>, seen: SeenHead | null) => {
        const place = open(port, { ...usual(), ...options });
        onTestFinished(() => place.close());
        return new ShelfReader({ place, keys, seen });
      };
      const first = await readerOn({}, null).look('all', signal);
      const now = files;
      if (failure.fault === 'older') files = before;
      else fault = failure.fault;
      const reader = readerOn((await failure.options?.()) ?? {}, first?.seen ?? null);
      const said = await reader.look('all', signal).catch((error: unknown) => error);
      expect(said).toMatchObject({ ...failure.says, message: expect.stringMatching(failure.says.message) });
      fault = () => false;
      files = now;
      const after = await readerOn({}, first?.seen ?? null).look('all', signal);
      expect(after?.kits.map(({ tripkit_id }) => tripkit_id).sort()).toEqual(['TK-1', 'TK-2']);
      if (failure.options === undefined) expect((await reader.look('all', signal))?.kits).toHaveLength(2);
    },
  );

  const placeOn = () => {
    const place = open(port, usual());
    onTestFinished(() => place.close());
    return place;
  };

  it('takes the page of a sign-in for nothing that was done, and for no empty folder', async () => {
    const place = placeOn();
    fault = page;
    const steps = [
      () => place.put('lists/1.json', Buffer.from('{}'), signal),
      () => place.claim('turns/1-0', signal),
      () => place.release('turns/1-0', signal),
      () => place.list('receipts', { most: 10, signal }),
    ];
    for (const step of steps)
      await expect(step()).rejects.toMatchObject({
        kind: 'service',
        condition: 'shelf_page',
        remedy: 'wait',
      });
  });

  it('takes no page for a document, which comes once the page is gone', async () => {
    const place = placeOn();
    const sink = new MemorySink();
    files = new Map([[documentName('1'), Buffer.from('%PDF-1.7')]]);
    fault = page;
    await expect(place.download('1', sink, { signal })).rejects.toMatchObject({
      ...{ kind: 'service', condition: 'captive_portal', remedy: 'wait' },
      message: expect.stringContaining('Sign in to the network first'),
    });
    expect(sink.begun).toBe(0);
    fault = () => false;
    await place.download('1', sink, { signal });
    expect(sink.bytes).toEqual(Buffer.from('%PDF-1.7'));
  });

  it.each([-10, 10])('stays as it is where the clock of a desk is %i days off', async (days) => {
    await aShelf();
    const before = new Map(files);
    const now = () => Date.now() + days * 86_400_000;
    const place = open(port, { ...usual(), now });
    onTestFinished(() => place.close());
    const facts = { place, key: readShelfKey(desk.pem), keys, name: 'Demo Air', random: () => 0 };
    const working = new ShelfDesk({ ...facts, clock: { ...systemClock, now } });
    await expect(working.renew(signal)).rejects.toMatchObject({
      ...{ kind: 'config', condition: 'shelf_clock' },
      message: expect.stringMatching(/are 240 hours apart.*Set the one that is wrong/),
    });
    expect(files).toEqual(before);
  });

  it('says that there is no room for a file', async () => {
    fault = (_name, _bytes, answer) => {
      answer.writeHead(507).end();
      return true;
    };
    await expect(placeOn().put(HEAD, Buffer.from('{}'), signal)).rejects.toMatchObject({
      ...{ kind: 'service', condition: 'shelf_full', remedy: 'wait' },
      message: expect.stringContaining('There is no room on it: tell your airline’s IT.'),
    });
  });
});
