/** The command line under Wine against the demo service, by real TLS: what it says and saves is what it says and saves on Linux. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../command/run-command.ts';
import { type DemoService, startDemoService } from '../demo-service/demo-service.ts';
import { eventsOf, Wine } from './wine.ts';

const wine = new Wine();
/** Below `C:\`, a new one for each test. */
let folder = '';
let tests = 0;
const at = (...path: string[]) => wine.at(folder, ...path);
const windows = (...path: string[]) => ['C:', folder, ...path].join('\\');

beforeEach(() => {
  tests += 1;
  folder = `test-${tests}`;
  mkdirSync(at('in'), { recursive: true });
});

const row = (flight: string, route = '') => `${flight},EHAM,EGLL,2027-03-28T02:30:00Z,${route}\r\n`;
const table = (...rows: string[]) => `flight,origin,destination,departure,route\r\n${rows.join('')}`;
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('without a service', () => {
  test('trips says what it says on Linux, of a drive, a share, and a path of more than 260 characters', async () => {
    const deep = Array.from({ length: 4 }, () => 'a-folder-with-a-long-name-'.repeat(3));
    mkdirSync(at(...deep), { recursive: true });
    for (const place of [[], deep])
      writeFileSync(at(...place, 'roster.csv'), table(row('KLM1'), row('KLM2')));
    const linux = await runCommand(['trips', at('roster.csv'), '--json']);
    expect(linux.out).toHaveLength(2);
    wine.mount(at(), 'k:');
    wine.mount(at(), 'unc/airline/rosters');
    const long = windows(...deep, 'roster.csv');
    expect(long.length).toBeGreaterThan(260);
    const paths = [windows('roster.csv'), 'K:\\ROSTER.csv', '\\\\airline\\rosters\\roster.csv', long];
    for (const path of paths)
      expect(await wine.tripkit('trips', path, '--json'), path).toEqual({
        code: 0,
        out: `${linux.out.join('\n')}\n`,
        err: '',
      });
  });

  test('exit codes reach a command script, also where the output goes to NUL', async () => {
    writeFileSync(at('roster.csv'), table(row('KLM1')));
    const command = [wine.facts.node, ...wine.facts.command].map((part) => `"${part}"`).join(' ');
    const lines = [
      `${command} trips ${windows('roster.csv')} --json > NUL`,
      `${command} trips ${windows('nowhere.csv')} --json > NUL`,
      `${command} trips --nonsense > NUL 2> NUL`,
    ];
    const script = lines.flatMap((line) => [line, 'echo %ERRORLEVEL%']);
    writeFileSync(at('script.cmd'), ['@echo off', ...script, ''].join('\r\n'));
    const { out } = await wine.run(['cmd', '/c', windows('script.cmd')]);
    expect(out.split(/\r?\n/).filter(Boolean)).toEqual(['0', '1', '2']);
  });

  test('a file that another program has open alone is named so', async () => {
    writeFileSync(at('roster.csv'), table(row('KLM1')));
    const letGo = await hold('roster.csv', 'alone');
    const { code, out } = await wine.tripkit('trips', windows('roster.csv'), '--json');
    await letGo();
    expect(code).toBe(1);
    expect(out).toMatch(/another program has it open\. Close that program and try again/);
  });
});

/** Has a file of the folder open as another program. Returns a function that lets it go. */
async function hold(file: string, how: 'alone' | 'shared'): Promise<() => Promise<void>> {
  const hold = join(import.meta.dirname, 'hold.cjs');
  const program = [wine.facts.node, hold, windows(file), how, windows('ready'), windows('release')];
  const { ended } = wine.start(program);
  await expect.poll(() => existsSync(at('ready'))).toBe(true);
  return async () => {
    writeFileSync(at('release'), '');
    expect(await ended).toMatchObject({ code: 0 });
  };
}

describe('with a service', () => {
  /** Hostile ids of kits, and the names that their documents get. */
  const hostile = {
    CON: '_CON',
    nul: '_nul',
    'aux.pdf': '_aux.pdf',
    'lpt1.x': '_lpt1.x',
    'dot.': 'dot.',
    'space ': 'space_',
    Abc: 'Abc',
    aBC: 'aBC-2',
    'C:evil': 'C_evil',
    '\\\\server\\share\\x': '__server_share_x',
    '..\\..\\up': '.._.._up',
  };
  let service: DemoService;
  let who: string[] = [];

  beforeAll(async () => {
    service = await startDemoService({
      seed: 31,
      generation_ms: { from: 50, to: 100 },
      earliest_poll_ms: 0,
      pages_max: 3,
      tripkit_ids: Object.keys(hostile),
    });
    mkdirSync(wine.at('who'), { recursive: true });
    writeFileSync(wine.at('who/profile.json'), JSON.stringify(service.profile));
    writeFileSync(wine.at('who/id.p12'), service.identity.p12);
    writeFileSync(wine.at('who/passphrase'), `${service.identity.passphrase}\r\n`);
    who = [
      ...['--profile', 'C:\\who\\profile.json', '--identity', 'C:\\who\\id.p12'],
      ...['--passphrase-file', 'C:\\who\\passphrase'],
    ];
  });
  afterAll(async () => {
    expect(service.violations()).toEqual([]);
    await service.close();
  });

  const fetchKits = (out: string, ...what: string[]) =>
    wine.tripkit('fetch', ...who, '--json', '--out', out, ...what);
  const watch = (...more: string[]) => [
    ...['watch', ...who, '--json', '--once', '--poll', '0.2'],
    ...['--in', windows('in'), '--out', windows('out'), '--state', windows('state'), ...more],
  ];
  const ofKind = (ended: { out: string }, kind: string) =>
    eventsOf(ended).filter(({ event }) => event === kind);

  test('kits with names of devices, letters that differ in case, drives and shares are saved whole', async () => {
    const trips = Object.keys(hostile).map((_, n) => row(`KLM${n}`));
    writeFileSync(at('trips.csv'), table(...trips));
    const ended = await fetchKits(windows('out'), '--request', windows('trips.csv'));
    expect(ended.code, ended.out).toBe(0);
    const ready = eventsOf(ended).filter(({ state }) => state === 'ready');
    expect(ready).toHaveLength(trips.length);
    // The ids are given out in the order in which requests arrive: of two that differ in case either may be the first one.
    const names = Object.values(hostile).map((name) => name.toLowerCase());
    expect(
      readdirSync(at('out'))
        .map((name) => name.toLowerCase().replace(/(abc)(-2)?\.pdf$/, 'abc.pdf'))
        .sort(),
    ).toEqual(names.map((name) => `${name.replace('abc-2', 'abc')}.pdf`).sort());
    for (const { file, sha256: said } of ready) {
      const name = String(file).slice(windows('out').length + 1);
      expect(sha256(at('out', name)), name).toBe(said);
    }
  });

  test('a kit is saved by a long path and on a share, and what it has is what Linux says', async () => {
    writeFileSync(at('trips.csv'), table(row('KLM21')));
    wine.mount(at(), 'unc/airline/kits');
    const deep = ['out', ...Array.from({ length: 4 }, () => 'a-folder-with-a-long-name-'.repeat(3))];
    for (const out of [windows(...deep), '\\\\airline\\kits\\shared']) {
      const ended = await fetchKits(out, '--request', windows('trips.csv'));
      expect(ended, out).toMatchObject({ code: 0 });
    }
    const files = [at(...deep), at('shared')].flatMap((place) =>
      readdirSync(place).map((name) => join(place, name)),
    );
    expect(files.map((file) => file.slice(-4))).toEqual(['.pdf', '.pdf']);
    ['a.pdf', 'b.pdf'].forEach((name, n) => {
      cpSync(files[n] ?? '', at(name));
    });
    for (const args of [['charts'], ['compare', 'a.pdf']]) {
      const [command = '', ...first] = args;
      const named = [...first, 'b.pdf'];
      const ended = await wine.tripkit(command, ...named.map((name) => windows(name)), '--json');
      const linux = await runCommand([command, ...named.map((name) => at(name)), '--json']);
      expect(ended).toEqual({ code: 0, out: `${linux.out.join('\n')}\n`, err: '' });
    }
  });

  test('watched files have any name that a share lets them have; kits have safe names', async () => {
    const flights = ['CON', 'NUL', 'KLM31', 'KLM32'];
    const files = ['CON.csv', 'aux', 'Case.csv', 'case.csv'];
    files.forEach((name, n) => {
      writeFileSync(at('in', name), table(row(flights[n] ?? '')));
    });
    const ended = await wine.tripkit(...watch('--name', '{departure:yyyy}/{flight}.pdf'));
    expect(ended, ended.out).toMatchObject({ code: 0 });
    const delivered = ofKind(ended, 'delivered');
    expect(delivered.map(({ file }) => file).sort()).toEqual([
      '2027/KLM31.pdf',
      '2027/KLM32.pdf',
      '2027/_CON.pdf',
      '2027/_NUL.pdf',
    ]);
    for (const { file, sha256: said } of delivered) expect(sha256(at('out', String(file)))).toBe(said);
    expect(readdirSync(at('in'))).toEqual(['done']);
    expect(readdirSync(at('in/done')).filter((name) => !name.endsWith('.result.json'))).toHaveLength(4);
  });

  test('a trip file that a program has open alone is read once it is closed', async () => {
    writeFileSync(at('in/roster.csv'), table(row('KLM41')));
    const letGo = await hold('in\\roster.csv', 'alone');
    const running = wine.startCommand(watch());
    await expect.poll(running.out).toMatch(/another program has it open/);
    await letGo();
    const ended = await running.ended;
    expect(ended, ended.out).toMatchObject({ code: 0 });
    expect(ofKind(ended, 'problem').map(({ message }) => message === null)).toEqual([false, true]);
    expect(ofKind(ended, 'delivered')).toHaveLength(1);
  });

  test('a result that a program reads is replaced once it is closed', async () => {
    writeFileSync(at('in/first.csv'), table(row('KLM51')));
    expect(await wine.tripkit(...watch())).toMatchObject({ code: 0 });
    const result = '20270328_KLM51_EHAM-EGLL.result.json';
    const replacedBy = () =>
      (JSON.parse(readFileSync(at('out', result), 'utf8')) as { replaced_by: string | null }).replaced_by;
    expect(replacedBy()).toBeNull();
    const letGo = await hold(`out\\${result}`, 'shared');
    writeFileSync(at('in/second.csv'), table(row('KLM51', 'SULUT')));
    const running = wine.startCommand(watch());
    await expect.poll(running.out).toMatch(/a program has a file there open\. Close that program/);
    expect(replacedBy()).toBeNull();
    await letGo();
    const ended = await running.ended;
    expect(ended, ended.out).toMatchObject({ code: 0 });
    expect(replacedBy()).toBe(ofKind(ended, 'requested')[0]?.kit);
  });
});
