/** The command line in Electron: nothing of a browser is started for it, and nothing but its own words comes out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import { irregularPdf } from './irregular-pdf.ts';
import { makePdf, putDocument } from './library.ts';
import { chromiumKind, chromiumProcesses, processesBelow } from './processes.ts';
import { unpackagedApp } from './programs.ts';

/** How often the processes are looked at while the command runs, ms. */
const LOOK_MS = 20;

/**
 * Before any code of an app runs, Chromium looks for the system's bus and complains where there is none, as in most
 * containers: there the session's bus stands for it (dbus-daemon(1), DBUS_SYSTEM_BUS_ADDRESS).
 */
const SYSTEM_BUS =
  process.platform !== 'linux' || existsSync('/run/dbus/system_bus_socket')
    ? {}
    : { DBUS_SYSTEM_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS };

function start(args: readonly string[], env: Record<string, string> = {}) {
  const program = unpackagedApp();
  const child = spawn(program.file, [...program.args, '--headless', ...args], {
    // Servers have no display.
    env: { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...SYSTEM_BUS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  const kinds = new Set<string>();
  const look = () => {
    for (const kind of chromiumProcesses(child.pid ?? 0)) kinds.add(kind);
  };
  const looking = process.platform === 'linux' ? setInterval(look, LOOK_MS) : undefined;
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(looking);
    return { code: code as number | null, kinds: [...kinds], ...said };
  });
  return { child, ended };
}

/** `fetch` with the files of a demo service, into a folder of the test's. */
function fetchCommand(files: { profile: string; identity: string }, folder: string): string[] {
  const { profile, identity } = files;
  return ['fetch', '--json', '--profile', profile, '--identity', identity, '--out', join(folder, 'out')];
}

test('a kit is fetched and verified: no process but Chromium’s zygote, and standard error stays empty', async ({
  demo,
  folder,
}) => {
  const { service, profile, identity, passphrase } = await demo();
  const document = join(folder, 'irregular.pdf');
  const trips = join(folder, 'trips.json');
  await writeFile(document, await irregularPdf());
  await writeFile(trips, JSON.stringify([{ origin: 'KDEN', destination: 'KLAX' }]));
  await service.addTripKit({ tripkit_id: 'irregular-1', file: document });
  const command = fetchCommand({ profile, identity }, folder);
  const env = { TRIPKIT_PASSPHRASE: passphrase };
  // One that the service generates, and one that only PDF.js in its worker thread can judge.
  for (const what of [
    ['--request', trips],
    ['--id', 'irregular-1'],
  ]) {
    const { code, stdout, stderr, kinds } = await start([...command, ...what], env).ended;
    expect([code, stderr]).toEqual([0, '']);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'state', state: 'ready' });
    // The zygote is there before the app's own code runs (Chromium, "Linux zygote").
    if (process.platform === 'linux') expect(kinds).toEqual(['zygote']);
  }
});

test('the passphrase of a command is gone from the environment of its processes; SIGINT ends it in order: its own code and sentence, and nothing else', async ({
  demo,
  folder,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no SIGINT between processes.');
  const { service, profile, identity, passphrase } = await demo({
    generation_ms: { from: 60_000, to: 60_000 },
  });
  const trips = join(folder, 'trips.json');
  await writeFile(trips, JSON.stringify([{ origin: 'KDEN', destination: 'KLAX' }]));
  const command = [...fetchCommand({ profile, identity }, folder), '--request', trips];
  const { child, ended } = start(command, { TRIPKIT_PASSPHRASE: passphrase });
  await service.until((entry) => entry.kind === 'request' && entry.operation === 'request' && entry.complete);
  if (process.platform === 'linux') {
    const main = child.pid ?? 0;
    const shown = new Map<string, boolean>();
    for (const pid of [main, ...processesBelow(main)]) {
      // Nobody but root reads that of a process that keeps others out, as Chromium's sandboxed ones do.
      const text = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      shown.set(`${chromiumKind(pid) ?? 'main'} ${pid}`, text.includes(passphrase));
    }
    expect(shown.get(`main ${main}`)).toBe(false);
    expect([...shown].filter(([, found]) => found)).toEqual([]);
  }
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([
    130,
    'Ended. What was downloaded so far is kept, and the same command goes on with it.\n',
  ]);
});

test('health of a running app: told while it has its library open', async ({ launch, folder }) => {
  const data = join(folder, 'user-data');
  await putDocument(data, await makePdf(1));
  const { page, close } = await launch();
  await expect(page.getByRole('option')).toHaveCount(1);
  const health = async () => {
    const args = ['health', '--json', '--timeout', '60', '--user-data', data];
    const { stdout, stderr } = await start(args).ended;
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const sound = {
    library: {
      state: 'ok',
      kits: { by_state: { ready: 1 } },
      documents: { count: 1, missing: 0, damaged: 0 },
    },
    audit: { state: 'ok', complete: true },
  };
  expect(await health()).toMatchObject({ app: { running: true }, ...sound });
  await close();
  expect(await health()).toMatchObject({ app: { running: false }, ...sound });
});
