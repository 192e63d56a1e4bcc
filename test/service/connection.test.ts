import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readRetryAfter } from '../../main/service/answer.ts';
import { Connection } from '../../main/service/connection.ts';
import { servedAt } from '../../main/service/http-date.ts';

/** A connection to a server that answers with these lines of a head. */
async function answering(...head: string[]) {
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => socket.end([...head, 'Content-Length: 0', '', ''].join('\r\n')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = new Connection({ role: 'api', trust: [] });
  onTestFinished(async () => {
    await connection.close();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => connection.call({ origin, path: '/', method: 'GET', headers: {} });
}

it('takes the first of headers that come twice but can have one value only', async () => {
  const date = 'Sun, 22 Nov 2026 12:00:00 GMT';
  const call = await answering(
    'HTTP/1.1 503 Busy',
    ...[`Date: ${date}`, 'Date: Sun, 22 Nov 2026 13:00:00 GMT', 'Retry-After: 30', 'Retry-After: 60'],
    ...['Location: /a', 'Location: /b', 'X-Id: 1', 'X-Id: 2'],
  );
  const { headers } = await call();
  expect(servedAt(headers, 0)).toBe(Date.parse(date));
  expect(readRetryAfter(headers['retry-after'], 0)).toBe(30_000);
  expect(headers.location).toBe('/a');
  expect(headers['x-id']).toEqual(['1', '2']);
});
