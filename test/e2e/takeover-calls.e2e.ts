/**
 * Each origin of the app, taken over: an attacker's script makes every call of its contract, with arguments that are made from
 * the contract, so that a new call is attacked the day it is added. What it got is compared with what it may get
 * (test/attack/allowances.ts).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { z } from 'zod';
import { errorKinds } from '../../main/common/failure.ts';
import {
  defaultSettings,
  fileName,
  fileText,
  kitId,
  markId,
  profileId,
  trip,
} from '../../preload/contract.ts';
import { type Allowance, SERVICE } from '../attack/allowances.ts';
import { attackCall, type Got, listen } from '../attack/attack-page.ts';
import { type Effects, recordMain } from '../attack/main-recorder.ts';
import { type AttackedOrigin, attackedOrigins } from '../attack/origins.ts';
import { type CallAttack, planAttack } from '../attack/plan.ts';
import { PROTO } from '../attack/wrong-arguments.ts';
import { slowness } from '../cpu-time.ts';
import { patient } from '../patience.ts';
import { leaksIn, secretsOf } from './find-secrets.ts';
import { type Demo, expect, test } from './fixtures.ts';
import { fetched, setUpByBridge } from './steps.ts';

const SEED = 20261122;
/** How long the main process may work on a call without a pause, ms. */
const STALL_MS = 100;
/** Settings with watched folders, whose paths, program and address are none of the library's page. */
const WATCHED = JSON.stringify({
  version: 1,
  window: null,
  values: {
    ...defaultSettings,
    watch: {
      ...{ profile: 'bait', in: '/bait/in', out: '/bait/out', name: 'bait-{flight}' },
      ...{ command: ['/bait/program', 'bait'], webhook: 'https://bait.example/bait' },
    },
  },
});
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What nothing may change but what a person may undo: read by the library's bridge. */
const STATE: [call: string, ...args: unknown[]][] = [['kits.listText'], ['settings.get'], ['profiles.list']];
/** The same of one kit. */
const KIT_STATE = ['marks.list', 'kits.acknowledgements', 'reading.place'];

/** There is a profile of its person, and one kit with a mark: something to steal, and to break. */
async function something(app: Parameters<typeof setUpByBridge>[0], it: Demo) {
  const profile_id = await setUpByBridge(app, it);
  const [kit_id = ''] = await fetched(app.page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  const [mark] = await attackCall(app.page, 'tripkit', 'marks.add', [[kit_id, { kind: 'pin', page: 1 }]]);
  const mark_id = (JSON.parse(mark?.text ?? '') as { value: { id: string } }).value.id;
  const attackers = { ...it.service.profile, name: 'Mine', base_url: 'https://attacker.invalid' };
  const known = new Map<z.ZodType, unknown[]>([
    [kitId, [kit_id, NOBODY]],
    [profileId, [profile_id, 'another-profile', '../x', '__proto__']],
    [markId, [mark_id, NOBODY]],
    [trip, [{ origin: 'KDEN', destination: 'KLAX' }]],
    [fileName, ['profile.json', 'identity.p12']],
    [fileText, [JSON.stringify(attackers)]],
  ]);
  return { profile_id, kit_id, known };
}

async function stateOf(page: Page, kit_id: string): Promise<string[]> {
  const calls = [...STATE, ...KIT_STATE.map((call): [string, ...unknown[]] => [call, kit_id])];
  const answers: string[] = [];
  for (const [call, ...args] of calls) {
    const [got] = await attackCall(page, 'tripkit', call, [args]);
    answers.push(`${call}: ${got?.text}`);
  }
  return answers;
}

/** Whether the servers are those that the person was asked about: their own words take the place of their ports. */
function named(effects: Effects, { service: { urls } }: Demo): string[] {
  const own = [urls.auth, urls.api, urls.storage].map((url) => new URL(url).host);
  return effects.done.map((what) =>
    own.some((host) => what === `connects ${host}`) ? 'connects SERVICE' : what,
  );
}

/** What is wrong with what a call got, beyond what its row allows. */
function complaints(
  call: string,
  gots: readonly Got[],
  allowed: Allowance['gives'],
  effects: string[],
  may?: RegExp,
) {
  const wrong: string[] = [];
  for (const { ok, kind, message, text } of gots) {
    if (kind === 'silent') wrong.push(`${call} did not answer`);
    if (ok && allowed === 'refused') wrong.push(`${call} was to be refused: ${text.slice(0, 200)}`);
    // After a no there is nothing to tell; nothing was removed.
    if (ok && allowed === 'asks' && !/"value":(null|0)\b/.test(text))
      wrong.push(`${call} gave ${text.slice(0, 200)}`);
    if (!ok && kind !== 'thrown' && !errorKinds.some((known) => known === kind))
      wrong.push(`${call} answered ${text.slice(0, 200)}`);
    if (!ok && !message) wrong.push(`${call} says nothing`);
  }
  for (const what of effects) {
    const own = allowed === 'asks' ? what === 'asks' : allowed === 'changes' && SERVICE.test(what);
    if (!own && !may?.test(what)) wrong.push(`${call} ${what}`);
  }
  return wrong;
}

/** The order of attack: what only tells first, what takes away last. */
function inOrder(plan: readonly CallAttack[], { may }: AttackedOrigin): CallAttack[] {
  const place = ({ call }: CallAttack) => {
    const row = may[call];
    if (row?.gives === 'ends') return 3;
    return row?.last ? 2 : row?.gives === 'changes' ? 1 : 0;
  };
  return [...plan].sort((one, other) => place(one) - place(other));
}

for (const origin of attackedOrigins) {
  test(`${origin.name}, taken over: every call of its contract gives what it may and nothing more`, async ({
    launch,
    demo,
    folder,
  }) => {
    test.setTimeout(patient(600_000));
    const it = await demo();
    const hasWatch = origin.bridge === 'tripkit';
    if (hasWatch) {
      await (await launch()).close();
      await writeFile(join(folder, 'user-data', 'settings.json'), WATCHED);
    }
    const app = await launch();
    const { kit_id, known } = await something(app, it);
    const page = await origin.open(app);
    const events = await listen(page, origin.bridge, origin.events);
    const plan = inOrder(planAttack(origin.contract, known, SEED), origin);
    const recorder = await recordMain(app);
    const wrong: string[] = [];
    const told: string[] = [];
    const stalls: string[] = [];
    const answered = new Set<string>();
    let asked = 0;
    let longest_ms = 0;
    const tried = async (call: string, args: unknown[][], gives: Allowance['gives'], effects?: RegExp) => {
      const gots = await attackCall(page, origin.bridge, call, args);
      const read = await recorder.read();
      wrong.push(...complaints(call, gots, gives, named(read, it), effects));
      told.push(...gots.map(({ text }) => text));
      if (gots.some(({ ok }) => ok)) answered.add(call);
      asked += read.done.filter((what) => what === 'asks').length;
      longest_ms = Math.max(longest_ms, read.longest_ms ?? 0);
      // A slow machine is asked for its speed only where that could matter.
      if ((read.longest_ms ?? 0) <= STALL_MS) return;
      const stall_ms = (read.longest_ms ?? 0) / slowness();
      if (stall_ms > STALL_MS) stalls.push(`${call}: ${Math.round(stall_ms)} ms`);
    };

    const before = await stateOf(app.page, kit_id);
    const same = async (call: string) => {
      const now = await stateOf(app.page, kit_id);
      const other = now.filter((line, index) => line !== before[index]);
      if (other.length > 0) wrong.push(`${call} changed ${other.map((line) => line.slice(0, 300))}`);
    };
    await recorder.read();
    // What loses its wrong on the way is right when it arrives.
    const arrives = (what: string) => app.host === 'chromium' || !what.startsWith(PROTO);
    for (const { call, wrong: tries } of plan) {
      await tried(
        call,
        tries.filter(({ what }) => arrives(what)).map(({ args }) => args),
        'refused',
      );
      await same(call);
    }
    expect(wrong, 'wrong arguments').toEqual([]);

    for (const { call, good } of plan) {
      const row = origin.may[call];
      if (!row) throw new Error(`Say in test/attack/allowances.ts what ${call} may give.`);
      if (row.gives === 'ends') continue;
      await tried(call, good, row.gives, row.effects);
      if (row.gives !== 'changes') await same(call);
    }
    expect(wrong, 'good arguments').toEqual([]);
    expect(stalls).toEqual([]);
    // The attack was one: what tells without a question told, people were asked, and the main process worked.
    for (const { call, good } of plan)
      if (good[0]?.length === 0 && origin.may[call]?.gives === 'facts') expect(answered).toContain(call);
    expect(asked).toBeGreaterThan(0);
    if (process.platform === 'linux') expect(longest_ms).toBeGreaterThan(0);
    told.push(await events());

    const all = told.join('\n');
    expect(leaksIn(all, 'what it got', secretsOf(it))).toEqual([]);
    if (hasWatch) expect(all).not.toMatch(/bait/);
    for (const canary of [folder, it.service.profile.client_id, 'BEGIN ', 'root:', '.sqlite'])
      expect(all.includes(canary), `what it got has ${canary}`).toBe(false);
    expect(app.logs()).not.toMatch(/failed unexpectedly/);
    // It goes on as before.
    const [info] = await attackCall(app.page, 'tripkit', 'app.info', [[]]);
    expect(info?.ok).toBe(true);
  });
}
