/**
 * A page that is taken over reaches nothing: no connection, and no name that is looked up. The apps run in a network of their own
 * whose name server and every address are the test's, and Chromium's own log of the network is read (test/electron/network).
 */
import { join } from 'node:path';
import { CONNECTION_ALLOWLIST } from '../../main/electron/app-protocol.ts';
import { NO_NAMES_AHEAD } from '../../main/electron/session-guards.ts';
import { hostOf, waysOut, ZONE } from '../attack/ways-out.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { findChromium } from '../host/find-chromium.ts';
import { patient } from '../patience.ts';
import { runInIsolatedNetwork } from './network/isolated-network.ts';
import { LAST_NAME, type Visit, zoneOf } from './network/visit.ts';
import { unpackagedApp } from './programs.ts';

/** The origins of the app's pages. */
const ORIGINS = ['app://tripkit'] as const;
const OPEN_APP = join(import.meta.dirname, 'network/open-app.cjs');
/** From here on Chromium keeps to Connection-Allowlist. */
const KNOWS_ALLOWLIST = 152;
/** What only that closes: WebRTC has these names looked up although it may not leave the proxy. */
const WEBRTC_NAMES = ['turn-tcp', 'turn-tls', 'ice-candidate'];
/** What leads nowhere by itself, so that no control can show it; the ways are tried all the same. */
const DEAD_ENDS = {
  'dns-prefetch-anchor': 'Chromium looks up no names of links on pages that are not http',
  prerender: 'the old hint is gone; speculation rules are the new one',
  report: 'only a header may name a place for reports',
  worker: 'of its own origin only',
  'service-worker': 'of its own origin only',
  // Electron's own.
  preconnect: 'Electron hands it to the app, which does nothing (Session, event "preconnect")',
  icon: 'there is no tab that would show it',
  manifest: 'nothing asks for it',
};

test.skip(process.platform !== 'linux', 'Networks of their own are Linux’s.');
test.setTimeout(patient(240_000));

const visit = async (...args: readonly string[]): Promise<Visit> =>
  JSON.parse(await runInIsolatedNetwork(join(import.meta.dirname, 'network/visit.ts'), args));
const visitApp = (app: string, folder: string) =>
  visit('electron', unpackagedApp().file, app, folder, ...ORIGINS);
const inZone = (names: readonly string[]) => names.filter((name) => name.endsWith(ZONE)).sort();

test('no way of a page leads out, and no name is looked up', async ({ folder }) => {
  const [app = ''] = unpackagedApp().args;
  const { chromium, names, calls, logged } = await visitApp(app, folder);
  const known = chromium >= KNOWS_ALLOWLIST ? [] : WEBRTC_NAMES;
  const left = ORIGINS.flatMap((origin) => known.map((way) => hostOf(way, zoneOf(origin))));
  expect(calls).toEqual([]);
  // Nor does the app itself ask for any: no dictionary, no proxy by name.
  expect(names.toSorted()).toEqual([...left, LAST_NAME].toSorted());
  expect(logged.toSorted()).toEqual(left.toSorted());
});

test('each of these ways leads out of an app without guards', async ({ folder }) => {
  const { names, calls, logged } = await visitApp(OPEN_APP, folder);
  for (const origin of ORIGINS) {
    const open = Object.keys(waysOut)
      .filter((way) => !(way in DEAD_ENDS))
      .map((way) => hostOf(way, zoneOf(origin)));
    expect(names).toEqual(expect.arrayContaining(open));
    expect(logged).toEqual(expect.arrayContaining(open));
  }
  expect(calls.toSorted()).toEqual(['tcp:3478', 'tcp:443', 'tcp:80', 'udp:3478', 'udp:443']);
});

test('in the Chromium of Electron 45 policy and setting alone leave a page no way out', async ({
  folder,
}) => {
  const program = findChromium(process.env);
  test.skip(!program, 'Chromium is not here.');
  const browser = (...more: string[]) =>
    visit('chromium', program ?? '', join(folder, `${more.length}`), ...more);
  const open = await browser();
  test.skip(open.chromium < KNOWS_ALLOWLIST, `Chromium ${open.chromium} is older.`);
  const zone = zoneOf('http://127.0.0.1');
  // A browser follows hints that Electron doesn't.
  expect(inZone(open.names)).toEqual(
    expect.arrayContaining(
      ['dns-prefetch', 'preconnect', 'fetch', ...WEBRTC_NAMES].map((way) => hostOf(way, zone)),
    ),
  );
  const policy = `connection-allowlist=${CONNECTION_ALLOWLIST}`;
  const [name, value] = NO_NAMES_AHEAD;
  const closed = await browser(policy, `--${name}=${value}`);
  expect(inZone(closed.names)).toEqual([hostOf('preconnect', zone)]);
  expect(closed.logged).toEqual([hostOf('preconnect', zone)]);
});
