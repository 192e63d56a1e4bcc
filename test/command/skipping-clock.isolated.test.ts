/** The clock of scenarios within one process (test/conformance/). It looks at calls, files and worker_threads of the process, which has to be its own. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import { inside } from '../conformance/inside.ts';
import { freshFolder } from '../fresh-folder.ts';

/** Far more turns of the event loop than the clock waits for. */
const MANY_TURNS = 200;

/** How far the clock goes on while there is a wait, ms: all of it, where the work is not noticed. */
async function passedDuring(work: () => Promise<unknown>): Promise<number> {
  const { clock, close } = inside();
  const given = new AbortController();
  const waiting = clock.sleep(1_000, given.signal).catch(() => {});
  const began = clock.monotonic();
  try {
    await work();
    return clock.monotonic() - began;
  } finally {
    given.abort();
    await waiting;
    close();
  }
}

test('waits end in the order of their ends, each at its very time, and one that is given up moves no time', async () => {
  const { clock, close } = inside();
  const [wall, began] = [clock.now(), clock.monotonic()];
  const ended: [string, number][] = [];
  const wait = async (name: string, ms: number) => {
    await clock.sleep(ms);
    ended.push([name, clock.monotonic() - began]);
  };
  const given = new AbortController();
  const lost = clock.sleep(10, given.signal);
  given.abort();
  await expect(lost).rejects.toMatchObject({ name: 'AbortError' });
  await expect(clock.sleep(10, given.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await Promise.all([wait('a day', 86_400_000), wait('5 s', 5_000), wait('none', 0), wait('0.3 ms', 0.3)]);
  expect(ended).toEqual([
    ['none', 0],
    ['0.3 ms', 1],
    ['5 s', 5_000],
    ['a day', 86_400_000],
  ]);
  expect(clock.now() - wall).toBe(86_400_000);
  close();
});

test('time goes on while there is nothing but waits', async () => {
  const turns = async () => {
    for (let i = 0; i < MANY_TURNS; i += 1) await turn();
  };
  expect(await passedDuring(turns)).toBe(1_000);
});

test('time stands still while a call waits for its answer', async () => {
  const server = createServer(async (_request, response) => {
    for (let i = 0; i < MANY_TURNS; i += 1) await turn();
    response.end('late');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent();
  const call = async () => (await agent.request({ origin, path: '/', method: 'GET' })).body.text();
  expect(await passedDuring(call)).toBe(0);
  await agent.close();
  server.close();
});

test('time goes on while a service lets a call wait on the clock, up to its answer', async () => {
  const { clock, hold, close } = inside();
  const server = createServer(async (_request, response) => {
    await hold(5_000);
    for (let i = 0; i < MANY_TURNS; i += 1) await turn();
    response.end('late');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent();
  const given = new AbortController();
  const longer = clock.sleep(6_000, given.signal).catch(() => {});
  const began = clock.monotonic();
  await (await agent.request({ origin, path: '/', method: 'GET' })).body.text();
  expect(clock.monotonic() - began).toBe(5_000);
  given.abort();
  await longer;
  await agent.close();
  server.close();
  close();
});

test('time stands still while a file is written and read', async () => {
  const file = join(freshFolder(), 'large');
  const content = Buffer.alloc(64 * 1024 ** 2);
  expect(await passedDuring(() => writeFile(file, content))).toBe(0);
  expect(await passedDuring(() => readFile(file))).toBe(0);
});

test('time stands still while a thread checks a document', async () => {
  const file = join(freshFolder(), 'damaged.pdf');
  await writeFile(file, '%PDF-1.4\nnothing\n%%EOF\n');
  const verifier = new DocumentVerifier(documentThreads());
  const check = () => expect(verifier.verify(file)).rejects.toMatchObject({ kind: 'document' });
  expect(await passedDuring(check)).toBe(0);
  expect(await passedDuring(check)).toBe(0);
  await verifier.close();
});
