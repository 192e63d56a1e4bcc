/** Policies that Wine's reg.exe writes, read by the command line under Wine: the decisions of the file of Linux with the same values. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../command/run-command.ts';
import { computers, managedService } from '../policies/managed-computers.ts';
import { eventsOf, Wine } from './wine.ts';

const wine = new Wine();
const KEY = 'HKLM\\SOFTWARE\\Policies\\Trip Kit Desktop';
let root = '';

/** A row of the registry: its name, its type, and its data; lines are separated by `|`. */
type Value = readonly [name: string, type: string, data: string];

async function add(...[name, type, data]: Value): Promise<void> {
  const separated = type === 'REG_MULTI_SZ' ? ['/s', '|'] : [];
  const { code } = await wine.run([
    'reg',
    'add',
    KEY,
    '/v',
    name,
    '/t',
    type,
    ...separated,
    '/d',
    data,
    '/f',
  ]);
  expect(code, name).toBe(0);
}

/** What `tripkit policy` says under Wine, without the names of the place. */
async function onWine() {
  const ended = await wine.tripkit('policy', '--json');
  return { code: ended.code, ...placeless(eventsOf(ended)[0]) };
}

function placeless(event: unknown) {
  const { decisions, profiles, refused } = event as Record<string, { name: string; place: unknown }[]>;
  const without = (rows: { name: string; place: unknown; reason?: string }[] = []) =>
    rows
      .map(({ place, reason: _reason, ...row }) => ({ ...row, strictest: place === null }))
      .sort((a, b) => a.name.localeCompare(b.name));
  return { decisions: without(decisions), profiles: without(profiles), refused: without(refused) };
}

/** What it says on a Linux with these settings and profiles in its file. */
async function onLinux(settings: Record<string, unknown>, profiles: readonly object[]) {
  const computer = computers['the file of Linux']?.(root, { settings, profiles });
  const { code, out } = await runCommand(['policy', '--json'], undefined, computer);
  return { code, ...placeless(JSON.parse(out[0] ?? '')) };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tripkit-policies-'));
});
afterEach(async () => {
  rmSync(root, { recursive: true });
  await wine.run(['reg', 'delete', KEY, '/f']);
});

test('without a key nothing is decided', async () => {
  expect(await onWine()).toEqual({ code: 0, decisions: [], profiles: [], refused: [] });
});

test('texts, numbers, lists and profiles mean what they mean in the file', async () => {
  const service = { ...managedService, name: 'Démo Air' };
  const other = { ...managedService, name: 'Other' };
  const watched = {
    ...{ profile: 'demo-air', in: 'C:\\in', out: '\\\\airline\\kits', name: '{flight}.pdf' },
    ...{ command: null, webhook: null },
  };
  const lines = (value: unknown) => JSON.stringify(value, null, 1).split('\n').join('|');
  const values: Value[] = [
    ['theme', 'REG_SZ', 'night'],
    ['update_hours', 'REG_EXPAND_SZ', '22:00-05:30'],
    ['ready_hours', 'REG_SZ', '30'],
    ['keep_days_after_departure', 'REG_SZ', 'null'],
    ['audit_months', 'REG_DWORD', '12'],
    ['export', 'REG_DWORD', '0'],
    ['print', 'REG_DWORD', '1'],
    ['watch', 'REG_MULTI_SZ', lines(watched)],
    ['profiles', 'REG_MULTI_SZ', lines([service, other])],
  ];
  for (const value of values) await add(...value);
  const settings = {
    ...{ theme: 'night', update_hours: '22:00-05:30', ready_hours: 30, keep_days_after_departure: null },
    ...{ audit_months: 12, export: false, print: true, watch: watched },
  };
  const linux = await onLinux(settings, [service, other]);
  expect(linux).toMatchObject({ code: 0, refused: [] });
  expect(linux.decisions).toHaveLength(8);
  expect(await onWine()).toEqual(linux);
});

test('wrong values and other types are refused, and where a policy has a strictest value, it holds', async () => {
  const values: Value[] = [
    ['theme', 'REG_SZ', 'dark'],
    ['export', 'REG_DWORD', '2'],
    ['updates', 'REG_BINARY', '0102'],
    ['hand_over', 'REG_QWORD', '0'],
    ['watch', 'REG_SZ', '{"profile":"demo-air"}'],
    ['nobody_knows', 'REG_SZ', 'x'],
    ['audit_months', 'REG_DWORD', '12'],
  ];
  for (const value of values) await add(...value);
  const settings = {
    ...{ theme: 'dark', export: 2, updates: {}, hand_over: {}, watch: { profile: 'demo-air' } },
    ...{ nobody_knows: 'x', audit_months: 12 },
  };
  const linux = await onLinux(settings, []);
  expect(linux).toMatchObject({ code: 1 });
  expect(linux.refused).toHaveLength(6);
  expect(await onWine()).toEqual(linux);
});
