/**
 * After a full run, with everything in it that goes wrong in life, no secret is in any file under user data, in the log,
 * in the diagnostics file, or in anything that the page was told.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Kit, TripKitBridge } from '../../preload/contract.ts';
import type { SetupBridge } from '../../preload/setup-contract.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { leaksBelow, leaksIn, secretsOf } from './find-secrets.ts';
import { type Demo, expect, test } from './fixtures.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
    readonly tripkitSetup?: SetupBridge;
    /** Everything that the main process told the page. */
    told?: string[];
  }
}

/** Listens to every event of the contract, so that what the page hears is looked at too. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: string[] = [];
    window.told = told;
    window.tripkit?.kits.on('changed', (change) => told.push(JSON.stringify(change)));
    window.tripkit?.app.on('notices', (notices) => told.push(JSON.stringify(notices)));
  });
}

/** Takes in profile and identity in set-up, the passphrase wrong at first; the answers. */
async function setUp({ setupPage }: LaunchedApp, it: Demo): Promise<{ profile_id: string; answers: string }> {
  const p12 = [...(await readFile(it.identity))];
  const profile = await readFile(it.profile, 'utf8');
  const page = await setupPage();
  return page.evaluate(
    async ({ p12, profile, passphrase }) => {
      const bridge = window.tripkitSetup;
      if (!bridge) throw new Error('There is no bridge.');
      const taken = await bridge.profiles.offer('profile.json', profile);
      if (!taken.ok) throw new Error(taken.error.message);
      const profile_id = taken.value?.id ?? '';
      const file = await bridge.identity.offer(profile_id, 'identity.p12', new Uint8Array(p12));
      if (!file.ok) throw new Error(file.error.message);
      const input = { profile_id, handle: file.value.handle, store: true };
      const answers = [
        await bridge.identity.import({ ...input, passphrase: `${passphrase}!` }),
        await bridge.identity.import({ ...input, passphrase }),
        await bridge.profiles.test(profile_id),
        await bridge.profiles.presets(),
      ];
      return { profile_id, answers: JSON.stringify(answers) };
    },
    { p12, profile, passphrase: it.passphrase },
  );
}

function request(page: Page, profile_id: string, destination: string): Promise<Kit> {
  return page.evaluate(
    async ({ profile_id, destination }) => {
      const answer = await window.tripkit?.kits.request(profile_id, [{ origin: 'KDEN', destination }]);
      const kit = answer?.ok ? answer.value[0] : undefined;
      if (!kit) throw new Error(JSON.stringify(answer));
      return kit;
    },
    { profile_id, destination },
  );
}

function stateOf(page: Page, id: string): Promise<string | undefined> {
  return page.evaluate(async (wanted) => {
    const answer = await window.tripkit?.kits.listText();
    const kits = answer?.ok ? (JSON.parse(answer.value) as Kit[]) : [];
    return kits.find((kit) => kit.id === wanted)?.state;
  }, id);
}

/** Everything that the page can ask for. */
function everything(page: Page, profile_id: string): Promise<string> {
  return page.evaluate(async (id) => {
    const bridge = window.tripkit;
    if (!bridge) return '';
    const kits = await bridge.kits.listText();
    const all = kits.ok ? (JSON.parse(kits.value) as Kit[]) : [];
    const histories = await Promise.all(all.map((kit) => bridge.audit.of(kit.id)));
    return JSON.stringify([
      kits,
      histories,
      await bridge.identity.state(id),
      await bridge.profiles.list(),
      await bridge.settings.get(),
      await bridge.app.notices(),
      window.told,
    ]);
  }, profile_id);
}

test('after a full run no secret is left anywhere', async ({ launch, demo, folder }) => {
  const it = await demo({ odd_tokens: true });
  const userData = join(folder, 'user-data');
  let app = await launch();
  await listen(app.page);
  const { profile_id, answers } = await setUp(app, it);
  expect(answers).toContain('"usable"');
  expect(answers).toContain('"ok":true');

  // A kit that arrives, with its connection cut and its URL expired on the way.
  it.service.faults([
    { on: 'storage', times: 1, do: { action: 'cut', bytes: 5_000 } },
    { on: 'storage', times: 1, do: { action: 'expire' } },
  ]);
  const ready = await request(app.page, profile_id, 'KLAX');
  await expect.poll(() => stateOf(app.page, ready.id), { timeout: patient(60_000) }).toBe('ready');

  // A careless service repeats in its messages what it gave us, in clear and encoded.
  const { tokens, storage_queries } = it.service.secrets();
  const [token = ''] = tokens;
  const repeated = [
    `Your token ${token} is fine`,
    `as base64 ${Buffer.from(`x${token}`).toString('base64')}`,
    `as hex ${Buffer.from(token).toString('hex')}`,
    `percent ${encodeURIComponent(token)}`,
    `see https://storage.example/kit.pdf?${storage_queries[0]}`,
  ].map((message) => ({ code: '900', type: 'Warning', message }));
  it.service.clearFaults();
  it.service.faults([{ on: 'pdf', times: 1, do: { action: 'messages', status: 400, messages: repeated } }]);
  const refused = await request(app.page, profile_id, 'KSFO');
  await expect.poll(() => stateOf(app.page, refused.id), { timeout: patient(60_000) }).toBe('failed');

  // A URL that can't be used.
  it.service.clearFaults();
  const url = `http://storage.example/kit.pdf?${storage_queries[0]}`;
  it.service.faults([{ on: 'pdf', do: { action: 'url', url } }]);
  const insecure = await request(app.page, profile_id, 'KSEA');
  await expect.poll(() => stateOf(app.page, insecure.id), { timeout: patient(60_000) }).toBe('failed');

  // Tokens end, a new one is refused, then granted.
  it.service.clearFaults();
  it.service.expireTokens();
  it.service.faults([
    { on: 'auth', times: 1, do: { action: 'parameters', set: { token_type: 'Mac' } } },
    { on: 'request', times: 1, do: { action: 'status', status: 503 } },
  ]);
  const late = await request(app.page, profile_id, 'KPHX');
  await expect
    .poll(() => stateOf(app.page, late.id), { timeout: patient(60_000) })
    .toMatch(/ready|failed|unconfirmed/);

  const saved = join(folder, 'diagnostics.txt');
  await app.scriptDialog(saved);
  const shown = await app.page.evaluate(async () => {
    const collected = await window.tripkit?.app.collectDiagnostics();
    if (!collected?.ok) throw new Error('Nothing was collected.');
    const { id, sections } = collected.value;
    const answer = await window.tripkit?.app.saveDiagnostics(id, []);
    return { answer, text: sections.map(({ text }) => text).join('') };
  });
  expect(shown.answer).toEqual({ ok: true, value: 'diagnostics.txt' });
  expect(await readFile(saved, 'utf8')).toBe(shown.text);
  const first = { told: await everything(app.page, profile_id), log: app.logs() };
  await app.kill();

  app = await launch();
  await listen(app.page);
  const second = { told: await everything(app.page, profile_id), log: app.logs() };
  await app.close();

  const secrets = secretsOf(it);
  expect(secrets.filter(({ name }) => name === 'a token').length).toBeGreaterThan(1);
  expect(secrets.filter(({ name }) => name === 'a storage query').length).toBeGreaterThan(1);
  const { leaks, files } = leaksBelow(userData, secrets);
  expect(leaks).toEqual([]);
  expect(files.map((file) => file.slice(userData.length + 1)).join('\n')).toMatch(/user\.sqlite/);
  for (const [where, text] of Object.entries({
    'the import’s answers': answers,
    'the page': first.told + second.told,
    'the log': first.log + second.log,
    'the diagnostics file': await readFile(saved, 'utf8'),
  })) {
    expect(leaksIn(text, where, secrets)).toEqual([]);
  }

  // The diagnostics file is worth sending all the same.
  const diagnostics = await readFile(saved, 'utf8');
  for (const fact of [ready.id, 'KSFO', '"versions"', '900', 'sha256', 'the end of the log']) {
    expect(diagnostics).toContain(fact);
  }
  expect(diagnostics).not.toContain(it.service.profile.client_id);
  expect(diagnostics).not.toContain('BEGIN');

  // The search itself is no ornament: what is put there is found.
  const planted = join(userData, 'planted');
  await mkdir(planted);
  for (const [index, { value }] of secrets.entries()) await writeFile(join(planted, `${index}`), value);
  for (const secret of secrets) expect(leaksBelow(planted, [secret]).leaks).not.toHaveLength(0);
});
