/**
 * In an isolated network (isolated-network.ts): starts an app or a browser, has a page of it try every way out, and prints who was
 * asked, as JSON.
 *
 *     node test/electron/network/visit.ts electron PROGRAM APP FOLDER ORIGIN…
 *     node test/electron/network/visit.ts chromium PROGRAM FOLDER [--SWITCH…] [HEADER=VALUE…]
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { _electron, chromium, type ElectronApplication, type Frame } from 'playwright-core';
import { everyWay, hostOf, waysOut, ZONE } from '../../attack/ways-out.ts';
import { listen } from './listeners.ts';

/** A name that the main process asks for when the page has tried: what was asked before it has been heard. */
export const LAST_NAME = 'last.test';
/** How long a page may take to come, ms. */
const PAGE_TIMEOUT_MS = 60_000;

/** What came of a visit. */
export interface Visit {
  /** The version of Chromium, its first number. */
  chromium: number;
  /** Every name that the name server was asked for. */
  names: string[];
  /** Who was called: `tcp:443`, `udp:3478`. */
  calls: string[];
  /** The hosts of ways that Chromium's NetLog names, for whatever reason. */
  logged: string[];
}

/** The zone of an origin's ways, so that each origin's are told apart. */
export const zoneOf = (origin: string): string => `${new URL(origin).hostname}.${ZONE}`;

const tryFrom = (page: Frame, origin: string) =>
  page.evaluate(everyWay((way) => hostOf(way, zoneOf(origin))));

const netLogOf = (folder: string) => join(folder, 'net-log.json');
const netLogArgs = (folder: string) => [
  `--log-net-log=${netLogOf(folder)}`,
  '--net-log-capture-mode=Everything',
];

async function visitApp(
  program: string,
  app: string,
  folder: string,
  origins: readonly string[],
): Promise<Visit> {
  const heard = await listen();
  const electron = await _electron.launch({
    executablePath: program,
    chromiumSandbox: true,
    args: [...netLogArgs(folder), app, '--user-data', join(folder, 'user-data')],
  });
  await electron.firstWindow();
  for (const origin of origins) await tryFrom(await pageOf(electron, origin), origin);
  await electron.evaluate(({ session }, name) => session.fromPartition('last').resolveHost(name), LAST_NAME);
  const version = await electron.evaluate(() => process.versions.chrome);
  await electron.close();
  heard.close();
  return { chromium: Number.parseInt(version, 10), ...heard.all(), logged: await loggedIn(folder, origins) };
}

/** The frame of an origin, in whichever window it is. @throws Error where none comes */
async function pageOf(electron: ElectronApplication, origin: string): Promise<Frame> {
  const until = performance.now() + PAGE_TIMEOUT_MS;
  while (performance.now() < until) {
    const frames = electron.windows().flatMap((window) => window.frames());
    const frame = frames.find((one) => one.url().startsWith(`${origin}/`));
    if (frame) {
      await frame.waitForLoadState('load');
      return frame;
    }
    await setTimeout(50);
  }
  throw new Error(`There is no page of ${origin}.`);
}

/** A page of a browser, with these headers of the answer and switches of the browser. */
async function visitBrowser(
  program: string,
  folder: string,
  headers: readonly string[],
  switches: readonly string[],
): Promise<Visit> {
  const heard = await listen();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    for (const header of headers) {
      const at = header.indexOf('=');
      response.setHeader(header.slice(0, at), header.slice(at + 1));
    }
    response.end('<!doctype html><title>A page</title><body></body>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no address.');
  const origin = `http://127.0.0.1:${address.port}`;
  // With a profile on disk: a browser looks no name up ahead for one that it must leave no trace of.
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: program,
    chromiumSandbox: true,
    ignoreDefaultArgs: ['--disable-background-networking'],
    args: [...netLogArgs(folder), ...switches],
  });
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  await tryFrom(page.mainFrame(), origin);
  // Asked by the browser itself, and resolved when the name server has answered.
  const last = await browser.newPage();
  await last.goto(`http://${LAST_NAME}/`).catch(() => {});
  const version = browser.browser()?.version() ?? '';
  await browser.close();
  server.close();
  heard.close();
  return { chromium: Number.parseInt(version, 10), ...heard.all(), logged: await loggedIn(folder, [origin]) };
}

async function loggedIn(folder: string, origins: readonly string[]): Promise<string[]> {
  const log = await readFile(netLogOf(folder), 'utf8');
  const hosts = origins.flatMap((origin) => Object.keys(waysOut).map((way) => hostOf(way, zoneOf(origin))));
  // One way's name can be the end of another's.
  return hosts.filter((host) =>
    log
      .split(host)
      .slice(0, -1)
      .some((before) => !/[a-z-]$/.test(before)),
  );
}

if (import.meta.main) {
  const [kind, program = '', ...rest] = process.argv.slice(2);
  const visit =
    kind === 'electron'
      ? await visitApp(program, rest[0] ?? '', rest[1] ?? '', rest.slice(2))
      : await visitBrowser(
          program,
          rest[0] ?? '',
          rest.slice(1).filter((one) => !one.startsWith('--')),
          rest.filter((one) => one.startsWith('--')),
        );
  process.stdout.write(JSON.stringify(visit));
}
