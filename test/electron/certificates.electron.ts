/**
 * Certificates of this computer, for real: NSS's store, tokens whose keys can't be read out, a smart card that is put in and
 * pulled, proxies that want to know who somebody is. Every server sees by TLS itself whose key signed.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createAuthority } from '../demo-service/pki.ts';
import { keyOf, leaksBelow, leaksIn } from '../e2e/find-secrets.ts';
import type { Demo } from '../e2e/fixtures.ts';
import { closeSetup, fetched } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { startAuthServer } from './auth-server.ts';
import { issueClientCertificate, publicKeyOf } from './certificates/client-certificates.ts';
import { choose, expect, listed, newKey, takeProfile, test, testSteps } from './certificates/fixtures.ts';
import { startRealm } from './certificates/kerberos.ts';
import { createPivCard } from './certificates/piv-card.ts';
import { startProxy } from './certificates/proxy.ts';

const TRIP = { origin: 'EHAM', destination: 'KJFK' };
const PIN = '271828';
const WRONG = '314159';
const DAY_MS = 86_400_000;
/** Longer than NSS takes a card to be where it was (devtoken, s_token_delay_time: one second), ms. */
const NSS_NOTICES_MS = 1_500;

const demoProfile = ({ service }: Demo) => JSON.stringify(service.profile);

/** Takes in a demo service's profile, and chooses a certificate of this computer. */
async function setUp(app: LaunchedApp, it: Demo, name: string): Promise<string> {
  const id = await takeProfile(app, demoProfile(it));
  await choose(app, id, name);
  return id;
}

test('a chosen key of the computer’s store signs: RSA and elliptic curve, TLS 1.2 and 1.3; expired ones and those of others are not taken; a server that the profile does not trust gets none', async ({
  launch,
  computer,
  demo,
}) => {
  const it = await demo();
  const now = Date.now();
  const validity = { from: now - 30 * DAY_MS, to: now - DAY_MS };
  await computer.addKey({ authority: it.service.pki.airline, name: 'Expired', validity });
  const authority = await createAuthority('Airline CA', 'Demo Air');
  for (const kind of ['rsa', 'ec'] as const) await computer.addKey({ authority, name: `Key ${kind}`, kind });
  const untrusted = await startAuthServer();
  const profile = JSON.parse(untrusted.profile) as { trust: { auth: string[] } };
  const [itsAuthority = ''] = profile.trust.auth;
  await computer.store.trust('its authority', itsAuthority);
  const app = await launch();

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const server = await startAuthServer({ versions: { from: version, to: version } });
    const profile_id = await takeProfile(app, server.profile);
    for (const kind of ['rsa', 'ec'] as const) {
      const sha256 = await choose(app, profile_id, `Key ${kind}`);
      expect(await testSteps(app, profile_id)).toMatchObject({
        client_certificate: expect.stringMatching(/^passed/),
      });
      expect(server.seen.at(-1)).toMatchObject({ fingerprint: sha256, protocol: version });
    }
    await server.close();
  }
  await test.step('none that fits', async () => {
    const profile_id = await takeProfile(app, demoProfile(it));
    expect(await listed(app, profile_id)).toMatch(/asked for no certificate that this computer has/);
    await computer.addKey({ authority: it.service.pki.airline, name: 'Fitting' });
    await expect.poll(async () => JSON.stringify(await listed(app, profile_id))).toMatch(/Fitting/);
    expect(JSON.stringify(await listed(app, profile_id))).not.toMatch(/Expired|Key/);
  });
  await test.step('a server that this computer trusts, and the profile does not', async () => {
    profile.trust.auth = [authority.pem];
    const profile_id = await takeProfile(app, JSON.stringify(profile));
    expect(await listed(app, profile_id)).toMatch(/not .*trust|trust/);
    expect(untrusted.seen).toEqual([]);
    await untrusted.close();
  });
});

test('kits from the store’s key, end to end and after a restart; the key is nowhere of the app’s', async ({
  launch,
  computer,
  demo,
  folder,
}) => {
  const it = await demo();
  const key = await computer.addKey({ authority: it.service.pki.airline, name: 'Cabin laptop' });
  const app = await launch();
  await setUp(app, it, 'Cabin laptop');
  await closeSetup(app);
  await fetched(app.page, [TRIP]);
  await app.close();
  it.service.expireTokens();
  const again = await launch();
  await fetched(again.page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  await again.close();
  // A redirect that is followed is a violation.
  expect(it.service.violations()).toEqual([]);
  const secrets = keyOf(String(key.export({ type: 'pkcs8', format: 'pem' })));
  expect(leaksBelow(join(folder, 'user-data'), secrets).leaks).toEqual([]);
  expect(leaksIn(app.logs() + again.logs(), 'log', secrets)).toEqual([]);
});

test('tokens whose keys can’t be read out: the PIN is asked for, the one with the chosen certificate signs, an elliptic curve’s too, and kits come', async ({
  launch,
  computer,
  demo,
  folder,
}) => {
  const it = await demo();
  const server = await startAuthServer();
  const tokens = await computer.tokens();
  const authority = it.service.pki.airline;
  for (const [label, kind] of [
    ['Crew card', 'rsa'],
    ['Second card', 'ec'],
  ] as const) {
    await tokens.add({
      label,
      pin: PIN,
      kind,
      issue: (publicKey) => issueClientCertificate({ authority, publicKey, common_name: `${label} holder` }),
    });
    await computer.pins.answer(label, [PIN, PIN, PIN]);
  }
  const app = await launch();
  await setUp(app, it, 'Crew card holder');
  await fetched(app.page, [TRIP]);
  const profile_id = await takeProfile(app, server.profile);
  for (const label of ['Second card', 'Crew card']) {
    const sha256 = await choose(app, profile_id, label);
    expect(await testSteps(app, profile_id)).toMatchObject({
      client_certificate: expect.stringMatching(/^passed/),
    });
    expect(server.seen.at(-1)?.fingerprint).toBe(sha256);
  }
  await app.close();
  await server.close();
  expect((await computer.pins.asked()).toSorted()).toEqual([
    expect.stringContaining('Crew card'),
    expect.stringContaining('Second card'),
  ]);
  const secrets = [{ name: 'the PIN', value: Buffer.from(PIN) }];
  expect(leaksIn(app.logs(), 'log', secrets)).toEqual([]);
  expect(leaksBelow(join(folder, 'user-data'), secrets).leaks).toEqual([]);
  expect(await tokens.describe('Crew card', PIN)).toContain('always sensitive, never extractable');
  const token = { label: 'Crew card', pin: PIN, env: tokens.env };
  expect(await computer.store.takeOut('Crew card', token)).toContain('UNABLE_TO_EXPORT_KEY');
  // What the store itself keeps can be taken out: the check is one.
  await computer.addKey({ authority, name: 'In the store' });
  expect(await computer.store.takeOut('In the store')).toContain('EXPORT SUCCESSFUL');
});

test('a smart card: a wrong PIN, pulled, inserted again; kits come', async ({ launch, computer, demo }) => {
  const it = await demo();
  const reader = await computer.reader();
  const key = newKey('rsa');
  const name = 'First Officer';
  const certificate = issueClientCertificate({
    authority: it.service.pki.airline,
    publicKey: publicKeyOf(key),
    common_name: name,
  });
  const card = createPivCard({ key, certificate, pin: PIN });
  await reader.insert(card);
  const app = await launch();
  const profile_id = await takeProfile(app, demoProfile(it));

  await test.step('a wrong PIN, then cancelled: said, and not tried on the person’s behalf', async () => {
    await computer.pins.answer(name, [WRONG]);
    expect(await listed(app, profile_id)).toMatch(/PIN .*(wasn’t entered|was wrong)/);
    expect(card.pinTries()).toBe(1);
    expect(await computer.pins.asked()).toHaveLength(2);
  });
  await test.step('the right one', async () => {
    await computer.pins.answer(name, [PIN]);
    await choose(app, profile_id, name);
    expect(await testSteps(app, profile_id)).toMatchObject({
      client_certificate: expect.stringMatching(/^passed/),
    });
    expect(card.signatures()).toBeGreaterThan(0);
  });
  await test.step('pulled: nothing signs, and a person is told to insert it', async () => {
    await reader.pull();
    await setTimeout(NSS_NOTICES_MS);
    const signed = card.signatures();
    expect(await testSteps(app, profile_id)).toMatchObject({
      client_certificate: expect.stringMatching(/^failed: .*Insert the card/),
    });
    expect(card.signatures()).toBe(signed);
  });
  await test.step('inserted again: the PIN is asked for again', async () => {
    await computer.pins.answer(name, [PIN]);
    await reader.insert(card);
    await setTimeout(NSS_NOTICES_MS);
    await closeSetup(app);
    await fetched(app.page, [TRIP]);
    expect(card.pinTries()).toBe(3);
  });
});

const through = (port: number) => ({
  // There Chromium takes a keychain, but the environment's proxy instead of the desktop's (proxy_config_service_linux.cc).
  XDG_CURRENT_DESKTOP: 'XFCE',
  https_proxy: `http://localhost:${port}`,
  // Chromium's own word: loopback isn't left out.
  no_proxy: '<-loopback>',
});

test('a proxy that asks for a password (NTLM): refused once, and said; one that takes this computer’s sign-in (Negotiate): a Kerberos ticket is enough', async ({
  launch,
  computer,
  folder,
}) => {
  const realm = await startRealm(join(folder, 'realm'));
  const proxy = await startProxy({ scheme: 'NTLM' });
  const server = await startAuthServer();
  const authority = await createAuthority('Airline CA', 'Demo Air');
  await computer.addKey({ authority, name: 'Cabin laptop' });
  const app = await launch({ env: { ...realm.env, ...through(proxy.port) } });
  const profile_id = await takeProfile(app, server.profile);
  expect(await listed(app, profile_id)).toMatch(/proxy .*407/i);
  expect(server.seen).toEqual([]);

  proxy.ask({ scheme: 'Negotiate', verify: realm.accept });
  const sha256 = await choose(app, profile_id, 'Cabin laptop');
  expect(await testSteps(app, profile_id)).toMatchObject({
    client_certificate: expect.stringMatching(/^passed/),
  });
  expect(server.seen.at(-1)?.fingerprint).toBe(sha256);
  expect(proxy.seen.filter(({ user }) => user === realm.user)).not.toEqual([]);
  expect(await realm.log()).toMatch(/TGS_REQ .* HTTP\/localhost@/);
  await app.close();
  await proxy.close();
  await server.close();
  await realm.close();
});
