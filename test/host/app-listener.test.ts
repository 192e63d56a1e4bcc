import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppListener, listenForApp, type ProtocolHandler, toAppUrl, toHostUrl } from './app-listener.ts';

let listener: AppListener;
let handler: ProtocolHandler;
let asked: Request[];

beforeEach(async () => {
  asked = [];
  handler = (given) => {
    asked.push(given);
    return new Response('body', { status: 206, headers: { 'content-range': 'bytes 0-3/4' } });
  };
  listener = await listenForApp(() => handler);
});
afterEach(() => listener.close());

function get(headers: Record<string, string>): Promise<{ status: number; range: unknown; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port: listener.port, path: '/documents/1?x', headers },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, range: response.headers['content-range'], body }),
        );
      },
    );
    call.on('error', reject);
    call.end();
  });
}

test('the browser, which has the cookie, gets the app; the app sees its own URL and no cookie', async () => {
  const cookie = `${listener.cookie.name}=${listener.cookie.value}`;
  const answer = await get({ host: 'tripkit.localhost', cookie, range: 'bytes=0-3' });
  expect(answer).toEqual({ status: 206, range: 'bytes 0-3/4', body: 'body' });
  expect(asked[0]?.url).toBe('app://tripkit/documents/1?x');
  expect(asked[0]?.headers.get('range')).toBe('bytes=0-3');
  expect(asked[0]?.headers.get('cookie')).toBeNull();
});

test.each([
  ['no cookie', () => ({ host: 'tripkit.localhost' })],
  ['a wrong cookie', () => ({ host: 'tripkit.localhost', cookie: `tripkit-host=${'x'.repeat(43)}` })],
  [
    'another host',
    () => ({ host: 'evil.example', cookie: `${listener.cookie.name}=${listener.cookie.value}` }),
  ],
  [
    'an address',
    () => ({
      host: `127.0.0.1:${listener.port}`,
      cookie: `${listener.cookie.name}=${listener.cookie.value}`,
    }),
  ],
])('another process with %s gets nothing', async (_name, headers) => {
  expect(await get(headers())).toMatchObject({ status: 403, body: '' });
  expect(asked).toEqual([]);
});

test('a handler that fails is a 500', async () => {
  handler = () => Promise.reject(new Error('no'));
  const cookie = `${listener.cookie.name}=${listener.cookie.value}`;
  expect((await get({ host: 'tripkit.localhost', cookie })).status).toBe(500);
});

test('URLs are the app’s own to the app, the browser’s to the browser', () => {
  expect(toAppUrl('http://tripkit.localhost/index.html')).toBe('app://tripkit/index.html');
  expect(toAppUrl('blob:http://tripkit.localhost/1')).toBe('blob:app://tripkit/1');
  expect(toAppUrl('http://tripkit.localhost.evil.example/')).toBe('http://tripkit.localhost.evil.example/');
  expect(toHostUrl('app://tripkit/index.html')).toBe('http://tripkit.localhost/index.html');
  expect(toHostUrl('https://example.com/')).toBe('https://example.com/');
});
