/** The download: hostile URLs and flaky storage. */
import { minimalPdf } from '../minimal-pdf.ts';
import { type Download, type StoredFile, sendThenDrop } from '../stored-file.ts';
import type { Kit, StrictService } from '../strict-service.ts';
import type { Expected, Json, Scenario, World } from '../world.ts';

const big = (): Buffer => minimalPdf({ pages: 5, bytes: 300_000 });

/** Answers a download with a status and a body. */
function reply(
  { response }: Download,
  status: number,
  body = '',
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body);
  return true;
}

/** Sends the whole content of a buffer as the PDF. */
function whole({ response }: Download, content: Buffer, headers: Record<string, string> = {}): true {
  const length = String(content.length);
  response
    .writeHead(200, { 'content-type': 'application/pdf', 'content-length': length, ...headers })
    .end(content);
  return true;
}

type Row = [Partial<StoredFile>, Expected];

/** Fetches many kits in one run, each with its own storage behaviour. */
async function table(world: World, rows: Record<string, Row>): Promise<StrictService> {
  const service = await world.service();
  const names = Object.keys(rows);
  for (const [id, [file]] of Object.entries(rows)) service.kit(id, { file: { content: big(), ...file } });
  const run = await world.fetch(service, { ids: names, more: world.deadline(60) });
  const expected = Object.values(rows).map(([, end]) => end);
  if (expected.every((end) => end.ready)) world.expectExit(run, 0);
  if (expected.some((end) => end.failed)) world.expectExit(run, 1);
  for (const [index, end] of expected.entries()) {
    const kit = service.kits.get(names[index] ?? '');
    world.expectKit(run, index, end.ready === true && kit ? { ...end, ready: kit.file.content } : end);
  }
  const ready = expected.filter((end) => end.ready).length;
  const pdfs = world.saved().filter((name) => name.endsWith('.pdf'));
  world.check(
    pdfs.length === ready || expected.some((end) => !end.ready && !end.failed),
    `saved: ${world.saved()}`,
  );
  return service;
}

const isReady: Expected = { ready: true };
const noDocument: Expected = { failed: 'document' };

/** A file that changes after its first answer, which is cut. */
function changing(etags: [string, string], ranges = true): Row {
  const [first, second] = [big(), big()];
  const file: Partial<StoredFile> = {
    content: first,
    etag: etags[0],
    ranges,
    cut: (nth) => (nth === 1 ? 100_000 : undefined),
    answer: ({ file: own, nth }) => {
      if (nth === 2) Object.assign(own, { content: second, etag: etags[1] });
      return false;
    },
  };
  return [file, { ready: second }];
}

export const storage: Scenario[] = [
  {
    name: 'storage: cut and resumed by Range and If-Range with the same ETag; many cuts; no length',
    async play(world) {
      const firstCut = (nth: number): number | undefined => (nth === 1 ? 100_000 : undefined);
      const service = await table(world, {
        cut: [{ cut: firstCut }, isReady],
        'cut-four-times': [{ cut: (nth) => (nth <= 4 ? 50_000 : undefined) }, isReady],
        'cut-at-once': [{ cut: (nth) => (nth === 1 ? 0 : undefined) }, isReady],
        'cut-in-the-head': [{ cut: (nth) => (nth === 1 ? 3 : undefined) }, isReady],
        'chunked-cut': [{ chunked: true, cut: firstCut }, isReady],
        chunked: [{ chunked: true }, isReady],
        'no-etag': [{ etag: '', cut: firstCut }, isReady],
        'no-ranges': [{ ranges: false, cut: firstCut }, isReady],
        'weak-etag': [{ etag: 'W/"abc"', cut: firstCut }, isReady],
        'dropped-before-an-answer': [
          {
            answer: ({ nth, response }) => {
              if (nth === 1) response.socket?.destroy();
              return nth === 1;
            },
          },
          isReady,
        ],
      });
      const ranged = service.calls('download', 'cut').filter((call) => call.headers.range !== undefined);
      world.check(ranged.length > 0, 'a cut download with a strong ETag is not resumed by Range');
      for (const call of service.calls('download').filter((each) => each.headers.range)) {
        const etag = service.kits.get(call.tripkitId ?? '')?.file.etag ?? '';
        const ifRange = call.headers['if-range']?.toString();
        if (ifRange === undefined && call.headers['if-match'] === undefined) {
          world.check(false, `${call.tripkitId}: Range without If-Range (${call.headers.range})`);
        }
        world.check(
          !ifRange?.startsWith('W/'),
          `${call.tripkitId}: If-Range with a weak ETag (RFC 9110, 13.1.5)`,
        );
        world.check(etag !== '', `${call.tripkitId}: resumed although there is no ETag`);
      }
    },
  },
  {
    name: 'storage: the file changed between the pieces: never mixed, whatever the ETag says',
    async play(world) {
      await table(world, {
        'changed-etag': changing(['"one"', '"two"']),
        'changed-no-ranges': changing(['"one"', '"two"'], false),
        'no-etag': changing(['', '']),
        'weak-etag': changing(['W/"same"', 'W/"same"']),
        'etag-comes': changing(['', '"two"']),
        'etag-goes': changing(['"one"', '']),
      });
    },
  },
  {
    name: 'storage: 206 that begins elsewhere, or with another length, is not believed',
    async play(world) {
      const wrong = (from: (asked: number) => number): Row => [
        {
          cut: (nth) => (nth === 1 ? 100_000 : undefined),
          answer: ({ file, response, nth, from: asked }) => {
            if (nth === 1 || asked === 0) return false;
            const start = from(asked);
            const total = file.content.length;
            const body = file.content.subarray(start);
            const range = { 'content-range': `bytes ${start}-${total - 1}/${total}`, etag: file.etag };
            response.writeHead(206, { ...range, 'content-length': String(body.length) }).end(body);
            return true;
          },
        },
        {},
      ];
      const service = await world.service();
      const rows: Record<string, Row> = {
        before: wrong((asked) => asked - 50_000),
        after: wrong((asked) => asked + 10),
      };
      for (const [id, [file]] of Object.entries(rows)) service.kit(id, { file: { content: big(), ...file } });
      const run = await world.fetch(service, { ids: Object.keys(rows), more: world.deadline(40) });
      for (const [index, id] of Object.keys(rows).entries()) {
        const end = run.events.filter((event) => event.kit === index).at(-1);
        if (end?.state === 'ready')
          world.expectKit(run, index, { ready: service.kits.get(id)?.file.content ?? true });
        else world.expectKit(run, index, { failed: ['network', 'document', 'service'] });
      }
    },
  },
  {
    name: 'storage: what is no sound PDF is of kind document, and nothing is saved',
    async play(world) {
      const good = big();
      await table(world, {
        html: [
          {
            answer: (d) =>
              reply(d, 200, '<html>Sign in to the hotel</html>', { 'content-type': 'text/html' }),
          },
          noDocument,
        ],
        empty: [{ answer: (d) => reply(d, 200, '') }, noDocument],
        'cut-short': [{ answer: (d) => whole(d, good.subarray(0, 150_000)) }, noDocument],
        'no-head': [{ answer: (d) => whole(d, good.subarray(20)) }, noDocument],
        'wrong-length': [
          {
            // Content-Length says less than is there: HTTP ends the body early.
            answer: ({ response }) => {
              response.writeHead(200, { 'content-length': String(good.length - 500) });
              response.end(good.subarray(0, good.length - 500));
              return true;
            },
          },
          noDocument,
        ],
        'head-and-tail-only': [
          { answer: (d) => whole(d, Buffer.from('%PDF-1.4\nnothing\n%%EOF\n')) },
          noDocument,
        ],
        'no-content': [{ answer: (d) => reply(d, 204) }, { failed: ['document', 'service', 'network'] }],
      });
    },
  },
  {
    name: 'storage: Content-Length says more than is there: an end, and never half a file',
    async play(world) {
      const service = await world.service();
      const content = big();
      service.kit('more', {
        file: {
          content,
          answer: ({ response }) => {
            response.writeHead(200, { 'content-length': String(content.length), etag: '"x"' });
            sendThenDrop(response, content.subarray(0, content.length - 1000));
            return true;
          },
        },
      });
      const run = await world.fetch(service, {
        ids: ['more'],
        more: world.deadline(20),
      });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: ['network', 'document', 'service'] });
      world.check(!world.saved().some((name) => name.endsWith('.pdf')), `saved: ${world.saved()}`);
    },
  },
  {
    name: 'storage: an expired URL (403) makes get-PDF be asked for a fresh one; 503 once; 403 for ever ends',
    async play(world) {
      const firstIs = (status: number): Row => [
        { answer: (d) => d.nth === 1 && reply(d, status, '<Error/>') },
        isReady,
      ];
      const expiresInTheMiddle: Row = [
        {
          cut: (nth) => (nth === 1 ? 100_000 : undefined),
          answer: (d) => d.nth === 2 && reply(d, 403, '<Error/>'),
        },
        isReady,
      ];
      const failing: Expected = { failed: ['service', 'network', 'document', 'not_found'] };
      const service = await table(world, {
        expired: firstIs(403),
        'expired-in-the-middle': expiresInTheMiddle,
        busy: firstIs(503),
        broken: firstIs(500),
        'for-ever-403': [
          { answer: (d) => reply(d, 403, '<Error><Code>AccessDenied</Code></Error>') },
          failing,
        ],
        'for-ever-404': [{ answer: (d) => reply(d, 404, '<Error/>') }, failing],
      });
      const asked = service.calls('pdf', 'expired').length;
      world.check(asked === 2, `get-PDF was asked ${asked} times for an URL that expired once`);
      const urls = service.calls('download', 'expired').map((call) => call.url);
      world.check(new Set(urls).size === urls.length, 'the expired URL was tried again');
      const storm = service.calls('download', 'for-ever-403').length;
      world.check(storm <= 12, `${storm} downloads of a file that is always forbidden`);
    },
  },
  {
    name: 'storage: 5xx for ever and drops for ever come to an end',
    async play(world) {
      const service = await world.service();
      service.kit('503', { file: { answer: (d) => reply(d, 503, '') } });
      service.kit('drops', {
        file: {
          answer: ({ response }) => {
            response.socket?.destroy();
            return true;
          },
        },
      });
      const run = await world.fetch(service, {
        ids: ['503', 'drops'],
        more: world.deadline(10),
      });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: ['service', 'network'] });
      world.expectKit(run, 1, { failed: 'network' });
    },
  },
  {
    name: 'hostile URLs are of kind document and nobody is called',
    async play(world) {
      const service = await world.service();
      const urls: Record<string, (kit: Kit) => string> = {
        http: (kit) => service.storageUrl(kit, 'plain'),
        file: () => 'file:///etc/passwd',
        javascript: () => 'javascript:alert(1)',
        relative: () => '/kits/x.pdf',
        'no-scheme': (kit) => service.storageUrl(kit).replace('https:', ''),
        data: () => `data:application/pdf;base64,${minimalPdf().toString('base64')}`,
        ftp: () => 'ftp://127.0.0.1/kit.pdf',
        nonsense: () => 'not a url at all',
        'to-http': (kit) => service.storageUrl(kit),
        'to-file': (kit) => service.storageUrl(kit),
        'http-localhost': (kit) => service.storageUrl(kit, 'plain', 'localhost'),
      };
      for (const [id, url] of Object.entries(urls)) {
        const kit = service.kit(id, { answers: (own) => [() => ({ status: 200, json: { url: url(own) } })] });
        if (id === 'to-http') {
          kit.file.answer = (d) => reply(d, 302, '', { location: service.storageUrl(kit, 'plain') });
        }
        if (id === 'to-file') kit.file.answer = (d) => reply(d, 302, '', { location: 'file:///etc/passwd' });
      }
      const run = await world.fetch(service, { ids: Object.keys(urls), more: world.deadline(30) });
      world.expectExit(run, 1);
      for (const index of Object.keys(urls).keys()) world.expectKit(run, index, noDocument);
      const plain = service.journal.filter((call) => call.server === 'plain');
      world.check(plain.length === 0, `${plain.length} calls over plain http to a host nobody named`);
      world.check(world.saved().length === 0, `saved: ${world.saved()}`);
    },
  },
  {
    name: 'http is taken from a named host only; credentials in the URL reach nobody',
    async play(world) {
      const service = await world.service();
      const named = service.kit('named', {
        answers: (kit) => [() => ({ status: 200, json: { url: service.storageUrl(kit, 'plain') } })],
      });
      service.kit('other-name', {
        answers: (kit) => [
          () => ({ status: 200, json: { url: service.storageUrl(kit, 'plain', 'localhost') } }),
        ],
      });
      service.kit('credentials', {
        answers: (kit) => [
          () => ({
            status: 200,
            json: { url: service.storageUrl(kit).replace('https://', 'https://user:Hunter2-pass@') },
          }),
        ],
      });
      world.secret('the password in the URL', 'Hunter2-pass');
      const profile = world.profile(service, { storage: { insecure_hosts: ['127.0.0.1'] } });
      const run = await world.fetch(service, { ids: ['named', 'other-name', 'credentials'], profile });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { ready: named.file.content });
      world.expectKit(run, 1, noDocument);
      const end = run.events.filter((event) => event.kit === 2).at(-1) as Json;
      world.expectKit(run, 2, end?.state === 'ready' ? isReady : noDocument);
    },
  },
  {
    name: 'redirects of storage: three are fine (relative too), an endless chain is not',
    async play(world) {
      const service = await world.service();
      const kit = service.kit('three');
      let hops = 0;
      kit.file.answer = (d) => {
        hops += 1;
        if (hops > 3) return false;
        const url = new URL(service.storageUrl(kit));
        return reply(d, [302, 307, 301][hops - 1] ?? 302, '', {
          location: hops === 2 ? url.pathname + url.search : url.href,
        });
      };
      const endless = service.kit('endless');
      endless.file.answer = (d) => reply(d, 302, '', { location: service.storageUrl(endless) });
      const loop = service.kit('loop');
      loop.file.answer = (d) => reply(d, 302, '', { location: d.call.url });
      const nowhere = service.kit('nowhere');
      nowhere.file.answer = (d) => reply(d, 302);
      const run = await world.fetch(service, {
        ids: ['three', 'endless', 'loop', 'nowhere'],
        more: world.deadline(30),
      });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { ready: kit.file.content });
      for (const index of [1, 2, 3])
        world.expectKit(run, index, { failed: ['document', 'service', 'network'] });
      world.check((endless.file.asked ?? 0) <= 60, `${endless.file.asked} calls in an endless chain`);
    },
  },
];
