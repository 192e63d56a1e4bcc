/** What the main process takes from the page of a document, and gives it: a fake page says and asks anything. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { JobChannel } from '../../main/documents/job-channel.ts';
import { parseAnswer } from '../../main/documents/jobs/answers.ts';
import { freshFolder } from '../fresh-folder.ts';

function aChannel({ kind = 'verify' as 'verify' | 'extract', content = 'a document of bytes' } = {}) {
  const file = join(freshFolder(), 'kit.pdf');
  if (content !== '') writeFileSync(file, content);
  const messages: unknown[] = [];
  const ends: unknown[] = [];
  const channel = new JobChannel(kind, file, {
    message: (value) => messages.push(value),
    ended: (cause) => ends.push(cause),
  });
  onTestFinished(() => channel.close());
  const ask = (path: string, init: RequestInit = {}): Promise<Response> | null =>
    channel.answer(new Request(`app://documents-7${path}`, init));
  const say = (body: string) => ask(`/job/${channel.pass}`, { method: 'POST', body });
  const read = (range?: string) =>
    ask(`/document/${channel.pass}`, range === undefined ? {} : { headers: { range } });
  /** The page is ready, and was asked. */
  const begin = async () => {
    const first = say('"ready"');
    await expect.poll(() => messages.splice(0)).toEqual(['ready']);
    await channel.post(kind === 'verify' ? { kind, file } : { kind, file, from: 1, shape: true, batch: 2 });
    return (await first)?.json();
  };
  return { channel, file, messages, ends, ask, say, read, begin };
}

const OPENED = { pages: 3, dates: { created: 'D:2026', modified: null } };

test('a page is told its task without the path of its document, and what it answers is told', async () => {
  const { begin, say, messages } = aChannel();
  expect(await begin()).toEqual({ kind: 'verify', bytes: 19 });
  const waiting = say(JSON.stringify(OPENED));
  await expect.poll(() => messages).toEqual([OPENED]);
  expect(waiting).not.toBeNull();
});

test('it waits for its next request until what it said was taken', async () => {
  const { begin, say, messages, channel } = aChannel({ kind: 'extract' });
  await begin();
  const next = say(JSON.stringify({ sizes: [[600, 800]], outline: [], more: false }));
  await expect.poll(() => messages).toHaveLength(1);
  await channel.post({ batch: 5 });
  expect(await (await next)?.json()).toEqual({ batch: 5 });
});

test('it reads pieces of its document, and nothing without its pass, of another method or when it has ended', async () => {
  const { channel, read, ask } = aChannel();
  expect(await (await read('bytes=2-9'))?.text()).toBe('document');
  expect((await read())?.status).toBe(416);
  expect((await read('bytes=500-'))?.status).toBe(416);
  for (const what of ['job', 'document'])
    expect((await ask(`/${what}/${'x'.repeat(43)}`, { method: 'POST', body: '"ready"' }))?.status).toBe(404);
  expect((await ask(`/document/${channel.pass}`, { method: 'POST' }))?.status).toBe(405);
  expect((await ask(`/job/${channel.pass}`))?.status).toBe(405);
  for (const path of ['/', '/documents/jobs.html', `/documents/${channel.pass}`, `/job/${channel.pass}/x`])
    expect(ask(path)).toBeNull();
  channel.close();
  expect((await read('bytes=0-1'))?.status).toBe(404);
});

test('a piece is never larger than is read at once', async () => {
  const { read } = aChannel({ content: 'x'.repeat(300 * 1024) });
  expect((await (await read(`bytes=0-${256 * 1024 - 1}`))?.arrayBuffer())?.byteLength).toBe(256 * 1024);
  expect((await read(`bytes=0-${256 * 1024}`))?.status).toBe(416);
});

test('a document that can’t be read is a matter of the disk, which no page can claim', async () => {
  const { messages, channel, file, say } = aChannel({ content: '' });
  void say('"ready"');
  await expect.poll(() => messages.splice(0)).toEqual(['ready']);
  await channel.post({ kind: 'verify', file });
  expect(messages).toMatchObject([{ problem: 'disk', code: 'ENOENT' }]);
  expect(parseAnswer('verify', JSON.stringify(messages[0]))).toBeNull();
});

test.each<[string, (page: ReturnType<typeof aChannel>) => (Promise<Response> | null)[]]>([
  ['no JSON', ({ say }) => [say('{"pages":')]],
  ['what no document is', ({ say }) => [say('{"pages":-1}')]],
  ['an answer to another task', ({ say }) => [say('"done"')]],
  ['more than is read', ({ say }) => [say(JSON.stringify('x'.repeat(9 * 1024 ** 2)))]],
  ['two things at once', ({ say }) => [say(JSON.stringify(OPENED)), say(JSON.stringify(OPENED))]],
  ['for a fifth read at once', ({ read }) => Array.from({ length: 5 }, () => read('bytes=0-1'))],
])('a page that says %s has been taken over: its document is refused', async (_name, attack) => {
  const page = aChannel();
  await page.begin();
  const statuses = attack(page).map(async (answer) => (await answer)?.status);
  await expect.poll(() => page.messages.at(-1)).toMatchObject({ problem: 'unsound' });
  page.channel.close();
  expect(await Promise.all(statuses)).toContain(403);
});

test('of messages that come together one is received: the others are refused before a byte of them is read', async () => {
  const { ask, channel, begin } = aChannel();
  await begin();
  const [pull, cancel] = [vi.fn(), vi.fn()];
  const flood = Array.from({ length: 50 }, () => {
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    return ask(`/job/${channel.pass}`, init);
  });
  const [, ...refused] = flood;
  expect(new Set((await Promise.all(refused)).map((answer) => answer?.status))).toEqual(new Set([403]));
  expect([pull.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 49]);
});

test('a page that does not begin as it should is not started', async () => {
  const { say, ends, messages } = aChannel();
  expect((await say('"steady"'))?.status).toBe(403);
  expect([ends.length, messages.length]).toEqual([1, 0]);
});

test('whatever a page says, nothing but an answer within the limits comes out', () => {
  fc.assert(
    fc.property(fc.constantFrom('verify' as const, 'extract' as const), fc.json(), (kind, json) => {
      const answer = parseAnswer(kind, json);
      if (answer === null) return;
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(json.length);
      expect(typeof answer === 'object' ? Object.keys(answer)[0] : answer).toMatch(
        /^(pages|problem|sizes|done)$/,
      );
    }),
  );
});
