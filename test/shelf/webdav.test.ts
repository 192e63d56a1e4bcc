/** What WebDAV servers answer to a listing; servers.long.test.ts has real ones. */
import { createServer } from 'node:https';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/common/clock.ts';
import { openShelfPlace } from '../../main/shelf/open-shelf.ts';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { listen, stop } from '../demo-service/servers.ts';

const { signal } = new AbortController();
let answer = { status: 207, text: '' };
let authority: Awaited<ReturnType<typeof createAuthority>>;
let server: ReturnType<typeof createServer>;
let port: number;

beforeAll(async () => {
  authority = await createAuthority('Shelf authority', 'Demo Air');
  server = createServer(await issueServer(authority, 'shelf.example'), (request, response) => {
    request.resume();
    response.writeHead(answer.status, { date: 'Sat, 21 Nov 2026 20:31:00 GMT' }).end(answer.text);
  });
  port = await listen(server, 0);
});
afterAll(() => stop(server));

/** Lists a folder of the server, which answers this. */
function list(text: string, { status = 207, most = 10 } = {}) {
  answer = { status, text };
  const webdav = `https://127.0.0.1:${port}/shelf/`;
  const place = openShelfPlace(
    { place: { webdav }, trust: [authority.pem] },
    { login: () => null, user_agent: 'demo-tripkit/1.0', clock: systemClock },
  );
  onTestFinished(() => place.close());
  return place.list('receipts', { most, signal });
}

const OLD = 'Sat, 21 Nov 2026 20:00:00 GMT';
/** One file, as RFC 4918 has it. */
const entry = (href: string, props: string, prefix = 'd:') =>
  `<${prefix}response><${prefix}href>${href}</${prefix}href><${prefix}propstat><${prefix}prop>${props}</${prefix}prop></${prefix}propstat></${prefix}response>`;

it('reads the names of files and what names their content, by whatever prefix', async () => {
  const listed = await list(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">
    ${entry('/shelf/receipts/', `<d:getlastmodified>${OLD}</d:getlastmodified>`)}
    ${entry('/shelf/receipts/a.json', `<d:getetag>&quot;1&quot;</d:getetag><d:getlastmodified>${OLD}</d:getlastmodified>`)}
    ${entry('https://files.example/shelf/receipts/b%20c.json', `<getlastmodified xmlns="DAV:">${OLD}</getlastmodified><getcontentlength>7</getcontentlength>`, '')}
    ${entry('/shelf/receipts/new.json', '<d:getetag>"2"</d:getetag><d:getlastmodified>Sat, 21 Nov 2026 20:30:59 GMT</d:getlastmodified>')}
    ${entry('/shelf/receipts/none.json', '')}
    </d:multistatus>`);
  expect(listed).toEqual([
    { name: 'a.json', version: '&quot;1&quot;' },
    { name: 'b c.json', version: `${OLD} 7` },
    { name: 'new.json', version: null },
    { name: 'none.json', version: null },
  ]);
});

it('reads no more than it was asked for, and nothing of what is no listing', async () => {
  const many = Array.from({ length: 9 }, (_, at) => entry(`/shelf/receipts/${at}.json`, '')).join('');
  expect(await list(many, { most: 4 })).toHaveLength(4);
  expect(await list('<html>Sign in</html>')).toEqual([]);
  expect(await list('<response><href>/a<b>.json</href>')).toEqual([]);
  await expect(list('<'.repeat(60_000))).rejects.toMatchObject({ condition: 'shelf_too_long' });
  expect(await list('', { status: 404 })).toEqual([]);
});

it.each([
  [405, 'service', 'does not list files (PROPFIND, HTTP 405): ask your airline’s IT to allow it'],
  [403, 'authentication', 'could not be listed (HTTP 403)'],
  [503, 'service', 'could not be listed (HTTP 503)'],
])('says why a folder can’t be listed: HTTP %d', async (status, kind, message) => {
  await expect(list('', { status })).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(message),
  });
});
