/** What every command has: help, version, completion, variables of the environment, --quiet; and its streams as a process. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArguments } from '../../main/command/arguments.ts';
import { commandNames, commonOptions, optionsOf, specOf } from '../../main/command/commands.ts';
import { completion, helpOf, manualPage } from '../../main/command/pages.ts';
import { APP_VERSION } from '../../main/common/version.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const trips = join(folder, 'trips.csv');
writeFileSync(trips, 'origin,destination,flight,departure\nEHAM,EGLL,KLM1,2027-03-28T02:30:00Z\n');
const env = {};

test.each(commandNames)('%s: its help names each option, “help” and “--help” are the same', async (name) => {
  const { code, out } = await runCommand([...name.split(' '), '--help']);
  expect(code).toBe(0);
  expect(await runCommand(['help', ...name.split(' ')])).toMatchObject({ code: 0, out });
  for (const option of Object.keys(optionsOf(name)).filter((one) => one !== 'aside'))
    expect(out.join('\n')).toContain(`--${option}`);
  // A form shows no option that the command does not have.
  for (const [, option = ''] of specOf(name)
    .synopsis.join(' ')
    .matchAll(/--([a-z-]+)/g))
    expect(Object.keys(optionsOf(name))).toContain(option);
});

test('the version, and wrong command lines', async () => {
  expect(await runCommand(['--version'])).toMatchObject({ code: 0, out: [`tripkit ${APP_VERSION}`] });
  for (const args of [
    [],
    ['nonsense'],
    ['profile'],
    ['help', 'nonsense'],
    ['trips'],
    ['completion', 'tcsh'],
    ['kits'],
  ])
    expect(await runCommand(args)).toMatchObject({ code: 2, err: [expect.stringContaining('tripkit help')] });
});

test('TRIPKIT_PROFILE and TRIPKIT_IDENTITY stand in for options, which go before them', () => {
  const variables = { TRIPKIT_PROFILE: 'p.json', TRIPKIT_IDENTITY: 'i.p12' };
  expect(readArguments(['token'], variables)).toMatchObject({ profile: 'p.json', identity: 'i.p12' });
  expect(readArguments(['token', '--profile', 'q.json'], variables)).toMatchObject({ profile: 'q.json' });
  expect(() => readArguments(['token'], { TRIPKIT_PROFILE: '' })).toThrow('--profile is missing');
});

test('the manual page and the help of a command say the same of it', () => {
  const page = manualPage(APP_VERSION, '2026-11-26').replaceAll('\\-', '-');
  for (const name of commandNames) {
    expect(helpOf(name)).toContain(specOf(name).exits);
    expect(page).toContain(specOf(name).exits);
  }
  for (const option of Object.keys(commonOptions)) expect(page).toContain(`--${option}`);
});

test('bash completes commands, verbs, options and files', () => {
  const script = join(folder, 'completion.bash');
  writeFileSync(script, completion('bash'));
  const complete = (...words: string[]) => {
    const line = ['tripkit', ...words].map((word) => `'${word}'`).join(' ');
    const asked = `. ${script}; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _tripkit; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', asked], { cwd: folder, encoding: 'utf8' }).trim();
  };
  expect(complete('fe')).toBe('fetch');
  expect(complete('profile', 'ch')).toBe('check');
  expect(complete('watch', '--web')).toBe('--webhook --webhook-secret-file');
  expect(complete('trips', 'tri')).toBe('trips.csv');
});

test('several files and standard input; --quiet leaves the exit code and errors', async () => {
  const both = await runCommand(['trips', trips, trips, '--json']);
  expect(both.out.map((line) => JSON.parse(line))).toMatchObject([{ file: trips }, { file: trips }]);
  const stdin = () => {
    const text = Buffer.from('origin,destination,flight,departure\nEHAM,EGLL,KLM7,2027-03-28T02:30:00Z\n');
    return (async function* () {
      yield text;
    })();
  };
  const read = await runCommand(['trips', '-', '--json'], undefined, undefined, { stdin });
  expect(JSON.parse(read.out[0] ?? '')).toMatchObject({ event: 'trip', trip: { flight: 'KLM7' } });
  expect(await runCommand(['trips', trips, '--quiet'])).toEqual({ code: 0, out: [], err: [] });
  const one = await runCommand(['trips', trips, join(folder, 'none.csv'), '--quiet']);
  expect(one).toMatchObject({ code: 1, out: [], err: [expect.stringContaining('there is no such file')] });
});

test('“profile check” tells its result as JSON, too', async () => {
  const profile = join(folder, 'profile.json');
  writeFileSync(profile, '{}');
  const { code, out } = await runCommand(['profile', 'check', profile, '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(out[0] ?? '')).toMatchObject({ event: 'failed', error: { kind: 'config' } });
});

test('output that can’t be written ends with 1 and says why; a reader that has enough ends it well', () => {
  const program = new URL('../../main/headless.ts', import.meta.url).pathname;
  const run = (stdout: number | 'pipe', input?: string) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, 'help'], {
      ...{ env, stdio: ['ignore', stdout, 'pipe'], encoding: 'utf8', input },
    });
  const full = run(openSync('/dev/full', 'w'));
  expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining('no space is left') });
  const piped = spawnSync('bash', [
    '-c',
    `"$0" "$1" help | head -1; exit "\${PIPESTATUS[0]}"`,
    process.execPath,
    program,
  ]);
  expect(piped.status).toBe(0);
});
