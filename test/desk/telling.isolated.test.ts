/** Whom a desk tells: the signature, a real TLS server, real programs, and events that outlive failures. */
import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { IntakeStore, MAX_WAITING } from '../../main/desk/intake-store.ts';
import { Outbox, type Teller } from '../../main/desk/outbox.ts';
import { runCommand } from '../../main/desk/run-command.ts';
import { signature, Webhook } from '../../main/desk/webhook.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { createPki } from '../demo-service/pki.ts';
import { VirtualClock } from '../virtual-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'telling-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;
const SECRET = 'a secret of the webhook';
const pki = await createPki('Demo Air');

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${text}`);
  chmodSync(path, 0o755);
  return path;
}

test('a call is signed by its time and body; nothing but 2xx counts, and no redirect is followed', async () => {
  const heard: { url?: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
  let status = 204;
  const server = createServer({ key: pki.server.key, cert: pki.server.cert }, (req, res) => {
    let body = '';
    req.on('data', (piece: Buffer) => {
      body += piece.toString('utf8');
    });
    req.on('end', () => {
      heard.push({ url: req.url, headers: req.headers, body });
      res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = Date.parse('2027-03-28T02:30:00Z');
  const webhook = new Webhook({
    ...{ url: `https://127.0.0.1:${port}/hook?desk=1`, secret: SECRET, now: () => at },
    trust: [pki.operator.pem],
  });
  try {
    await webhook.post('event-1', '{"event":"delivered"}', never);
    const [call] = heard;
    expect(call).toMatchObject({ url: '/hook?desk=1', body: '{"event":"delivered"}' });
    expect(call?.headers).toMatchObject({ 'trip-kit-event': 'event-1', 'content-type': 'application/json' });
    // By the words of the contract, not by our own function.
    const hex = createHmac('sha256', SECRET)
      .update(`${at / 1000}.{"event":"delivered"}`)
      .digest('hex');
    expect(call?.headers['trip-kit-signature']).toBe(`t=${at / 1000},v1=${hex}`);
    expect(JSON.stringify(heard)).not.toContain(SECRET);
    for (const refused of [302, 404, 500]) {
      status = refused;
      await expect(webhook.post('event-2', '{}', never)).rejects.toMatchObject({ kind: expect.any(String) });
    }
    expect(heard.every(({ url }) => url === '/hook?desk=1')).toBe(true);
    expect(signature(SECRET, 'a', at)).not.toBe(signature(SECRET, 'b', at));
  } finally {
    await webhook.close();
    server.close();
  }
});

test('a server that nobody vouches for is told nothing', async () => {
  let calls = 0;
  const server = createServer({ key: pki.server.key, cert: pki.server.cert }, (_req, res) => {
    calls += 1;
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const webhook = new Webhook({ url: `https://127.0.0.1:${port}/`, secret: SECRET, now: Date.now });
  await expect(webhook.post('event', '{}', never)).rejects.toMatchObject({ kind: 'network' });
  expect(calls).toBe(0);
  await webhook.close();
  server.close();
});

test('a program gets the event on its standard input, its arguments as they are, and no secret', async () => {
  process.env.TRIPKIT_TEST_SECRET = SECRET;
  const path = program(
    'tell.mjs',
    `import { readFileSync, writeFileSync } from 'node:fs';
     const input = readFileSync(0, 'utf8');
     writeFileSync(process.argv[3], JSON.stringify({ input, args: process.argv.slice(2), env: process.env }));`,
  );
  const said = join(folder, 'said.json');
  await runCommand([path, '$HOME; `id`', said], '{"event":"file"}', never);
  const told = JSON.parse(readFileSync(said, 'utf8'));
  delete process.env.TRIPKIT_TEST_SECRET;
  expect(told).toMatchObject({ input: '{"event":"file"}\n', args: ['$HOME; `id`', said] });
  expect(JSON.stringify(told.env)).not.toContain(SECRET);
});

test('a program that fails, hangs, or is not there is a failure with its reason', async () => {
  const fails = program('fails.mjs', 'process.exit(3);');
  const hangs = program('hangs.mjs', 'setInterval(() => {}, 1000);');
  await expect(runCommand([fails], '{}', never)).rejects.toThrow('ended with code 3');
  await expect(runCommand([hangs], '{}', never, 500)).rejects.toThrow('took longer');
  await expect(runCommand([join(folder, 'nothing')], '{}', never)).rejects.toThrow('can’t be started');
  const ended = new AbortController();
  const running = runCommand([hangs], '{}', ended.signal);
  ended.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

test('an event is told until it is taken, in its order, also by the next process; then it is gone', async () => {
  const file = join(folder, 'outbox.sqlite');
  const clock = new VirtualClock();
  const told: string[] = [];
  let refuse = 3;
  const tell: Teller = async ({ body }) => {
    told.push(body);
    if (refuse-- > 0) throw new Error('not now');
  };
  const live = async (until: (store: IntakeStore) => boolean, first: readonly string[]) => {
    const database = openUserDatabase(file).connection;
    const store = new IntakeStore(database, folder);
    for (const body of first) store.putEvent(['webhook'], { id: body, body, at: clock.now() });
    const ended = new AbortController();
    const problems: (string | null)[] = [];
    const outbox = new Outbox('webhook', tell, {
      store,
      clock,
      problem: (_target, said) => problems.push(said),
    });
    const running = outbox.run(ended.signal);
    for (let n = 0; !until(store); n += 1) {
      if (n > 1000) throw new Error('it does not come to an end');
      await clock.advance(1000);
    }
    ended.abort();
    await running;
    database.close();
    return problems;
  };
  // It dies after the first try.
  await live(() => told.length > 0, ['a', 'b']);
  expect(await live((store) => store.countEvents() === 0, [])).toContain(null);
  expect(told).toEqual(['a', 'a', 'a', 'a', 'b']);
});

test('what waits is bounded: the oldest go', () => {
  const database = openUserDatabase(join(folder, 'bounded.sqlite')).connection;
  const store = new IntakeStore(database, folder);
  database.run(
    `WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
     INSERT INTO outbox (target, event_id, body, at, attempts) SELECT 'command', value, value, 0, 0 FROM n`,
    MAX_WAITING - 1,
  );
  const more = [0, 1, 2].map((n) => store.putEvent(['command'], { id: `more-${n}`, body: 'more', at: 0 }));
  const gone = more.reduce((sum, one) => sum + one, 0);
  expect([gone, store.countEvents(), store.nextEvent('command')?.event_id]).toEqual([3, MAX_WAITING, '3']);
  database.close();
});
