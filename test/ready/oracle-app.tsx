/**
 * The app on a laptop of oracle-world.ts: real files, seals, checks, planner, notices and flags of main make the kits, and the real
 * words and rows of the page say what they say. No Electron, no browser.
 */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { ChartCounter, countedAt, summaryOf } from '../../main/charts/chart-counts.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';
import { openCockpit } from '../../main/cockpit/cockpit-sources.ts';
import type { Clock } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { ChangeCountsKeeper } from '../../main/comparison/comparison-record.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { expiryNotice } from '../../main/identity/expiry.ts';
import { ExpiryWatch } from '../../main/identity/expiry-watch.ts';
import { DocumentDates } from '../../main/kits/document-dates.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { KitFlags } from '../../main/kits/kit-flags.ts';
import { viewKits } from '../../main/kits/kit-view.ts';
import { isUnfinished } from '../../main/kits/lifecycle.ts';
import { Planner } from '../../main/kits/planner.ts';
import { type Wait, waitAfter } from '../../main/kits/waits.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { checkDocuments } from '../../main/soundness/check-documents.ts';
import { followDocuments } from '../../main/soundness/follow-documents.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import type { IdentityState, Kit } from '../../preload/contract.ts';
import { KitLine } from '../../renderer/kits/library/kit-line.tsx';
import { KitRow } from '../../renderer/kits/library/kit-row.tsx';
import { libraryEntry } from '../../renderer/kits/list/library-entry.ts';
import { type Readiness, readiness } from '../../renderer/ready/readiness.ts';
import { isDue, readySlice } from '../../renderer/ready/ready-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry, RegistryProvider } from '../../renderer/shell/state/registry.tsx';
import { ViewerContext } from '../../renderer/viewer/document/viewer-context.tsx';
import { KitSigns } from '../../renderer/viewer/trust/trust.tsx';
import { tabName } from '../../renderer/viewer/workspace/tab-bar.tsx';
import { at, pageOf } from '../charts/page.ts';
import { kitRecord } from '../kits.ts';
import { libraryFolder, memoryKeychain, soundLibrary } from '../soundness/sound-library.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';
import { iso } from './facts.ts';
import { type KitFact, MINUTE, type Paper, twinOf, type World } from './oracle-world.ts';

/** What the app shows of a kit: as a card, as a row of the table, in the viewer's header, and as a tab. */
export interface ShownKit {
  kit: Kit;
  card: string;
  table: string;
  header: string;
  isOld: boolean;
}

export interface Shown {
  ready: Readiness;
  kits: readonly ShownKit[];
}

const LOOK_EVERY_MS = 30_000;
const EXPIRED = 'The client certificate has expired. Import a new one.';
const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };
const info = { code: '202', type: 'Info', message: 'Accepted.' };

/** `29 OCT 2026`. */
function printed(day: string): string {
  return new Date(day).toUTCString().slice(5, 16).toUpperCase();
}

function pagesOf({ stamp, on, until, charts }: Paper) {
  const read = chartReader({ outline: [] });
  const footer = (is: boolean) => (is && stamp !== null ? [at(0.1, 0.97, `AIRAC ${stamp}`)] : []);
  const valid = until === null ? [] : [at(0.2, 0.5, `VALID UNTIL ${printed(until)}`, 12)];
  const cover = [at(0.2, 0.3, 'TRIP KIT', 30), at(0.2, 0.35, 'EHAM', 14), ...valid, ...footer(on !== 'one')];
  const pages = charts.map((chart, index) => [
    at(0.05, 0.04, 'EHAM / AMS', 10),
    at(0.3, 0.04, `51-${index + 1}`, 10),
    at(0.5, 0.04, `ILS RWY ${10 + index}`, 12),
    at(0.3, 0.5, 'Missed approach: climb to 3000'),
    ...(chart.from ? [at(0.1, 0.95, `EFFECTIVE ${printed(chart.from)}`)] : []),
    ...(chart.until ? [at(0.6, 0.95, `VALID UNTIL ${printed(chart.until)}`)] : []),
    ...footer(on === 'pages' || (on === 'one' && index === 0)),
  ]);
  return [cover, ...pages].map((runs, index) => read(index + 1, pageOf(runs)));
}

/** The record of a kit or of its download, before the app has its document. */
function recordOf(world: World, fact: KitFact): KitRecord {
  const { id, flight, says, asked, stage } = fact;
  const { profile, destination, number, departs } = flight;
  const route = { origin: 'EHAM', destination, ...(number ? { flight: number } : {}) };
  const first = twinOf(world, fact);
  const own = stage === 'requesting' || (says !== 'nothing' && stage === 'unconfirmed') ? null : `TK-${id}`;
  return kitRecord({
    id,
    profile_id: profile,
    tripkit_id: first ? `TK-${first.id}` : own,
    trip: says === 'nothing' ? null : says === 'route' ? route : { ...route, departure: iso(departs) },
    state: stage === 'here' ? 'downloading' : stage,
    created_at: asked,
    state_since: asked + MINUTE,
    requested_at: says === 'nothing' || stage === 'requesting' ? null : asked,
    messages: { none: [], info: [info], unread: [warning], read: [warning] }[fact.messages],
    failure: stage === 'failed' ? { kind: 'service', message: 'The service could not make it.' } : null,
  });
}

type Place = ReturnType<typeof libraryFolder>;

/** An earlier run: what was downloaded is in its place, and sealed if the keychain was open. */
async function download(
  world: World,
  place: Place,
  store: MemoryKitStore,
  chain: ReturnType<typeof memoryKeychain>,
) {
  const lib = soundLibrary(place, store, chain);
  await lib.key.ask();
  for (const fact of world.kits) {
    const record = recordOf(world, fact);
    store.write(record, { kit_id: record.id, at: record.created_at, state: record.state, what: 'Made.' });
    if (fact.stage !== 'here') continue;
    await lib.publish(fact.id, Buffer.from(`%PDF-1.7 ${fact.id} %%EOF`), { sealed: fact.sealed });
    const { document } = lib.kit(fact.id);
    const pages = fact.file === 'forged' ? 9 : 1;
    const ready = { ...record, state: 'ready' as const, document: document && { ...document, pages } };
    store.write(ready, { kit_id: fact.id, at: fact.asked, state: 'ready', what: 'Here.' });
  }
  await lib.parcels.written();
  lib.end();
  lib.stop.abort();
}

function spoil(file: string, how: KitFact['file']): void {
  if (how === 'altered') writeFileSync(file, `%PDF-1.7 ${'x'.repeat(36)} %%EOF`);
  if (how === 'cut') truncateSync(file, 3);
  if (how === 'gone' || how === 'disk') rmSync(file);
  if (how === 'disk') mkdirSync(file);
}

/** What the app shows, once "Ready to fly" was opened and has read what it reads. */
export async function appOf(world: World): Promise<Shown> {
  const place = libraryFolder();
  vi.useFakeTimers({ toFake: ['Date'], now: world.now });
  try {
    const store = new MemoryKitStore();
    const chain = memoryKeychain();
    await download(world, place, store, chain);
    chain.mode = world.keychain;
    return await run(world, place, store, chain);
  } finally {
    vi.useRealTimers();
    place.remove();
  }
}

/** This run of the app. */
async function run(
  world: World,
  place: Place,
  store: MemoryKitStore,
  chain: ReturnType<typeof memoryKeychain>,
) {
  const lib = soundLibrary(place, store, chain, undefined, world.now - 5 * MINUTE);
  const { log, checker, soundness, clock, stop } = lib;
  const { signal } = stop;
  const here = world.kits.filter(({ stage }) => stage === 'here');
  await lib.key.ask();
  for (const fact of here) if (!fact.late) spoil(lib.file(fact.id), fact.file);
  const checks = { kits: store, checker, suspects: [], keychain: () => lib.key.answered(), log, signal };
  await checkDocuments({ ...checks, after_ms: 0, pause_ms: 0 });
  // Sizes and times are looked at every 30 s: each look ends with that pause.
  let looks = 0;
  const sleep: Clock['sleep'] = (ms, until) => {
    if (ms === LOOK_EVERY_MS) looks += 1;
    return clock.sleep(ms, until);
  };
  const looked = async (times: number) => {
    while (looks < times) await setImmediate();
  };
  const { now, monotonic } = clock;
  const about = { folder: place.folder, kits: store, checker, soundness, log, signal };
  const following = followDocuments({ ...about, clock: { now, monotonic, sleep } });
  await looked(1);
  for (const fact of here) if (fact.late) spoil(lib.file(fact.id), fact.file);
  await clock.advance(LOOK_EVERY_MS);
  await looked(2);
  const isChecking = () =>
    store.list().some((kit) => kit.document && soundness.finding(kit).state === 'checking');
  while (isChecking()) await setImmediate();

  const notices = await noticesOf(world, place);
  const planner = await plan(world, lib);
  const views = viewsOf(world, lib, planner);
  const ready = await openReady(world, lib, views, notices);
  const kits = views();
  const shown = kits.map((kit): ShownKit => ({ kit, ...words(kit, kits, world.now) }));
  stop.abort();
  lib.end();
  await Promise.all([planner.stop(), following]);
  return { ready, kits: shown };
}

async function noticesOf({ cockpit, told, profiles, now }: World, { folder }: Place): Promise<NoticeBoard> {
  const notices = new NoticeBoard();
  const log = { info() {}, warn() {}, error() {} };
  openCockpit({ file: join(folder, 'cockpit.json'), on: cockpit, notices, now: () => now, log });
  const watch = new ExpiryWatch({
    profiles: () => Object.keys(profiles).map((id) => ({ id, name: id })),
    factsOf: async (id) => (profiles[id] == null ? null : { valid_to: profiles[id], kind: 'file' }),
    notices,
    now: () => now,
  });
  await watch.check();
  watch.stop();
  for (const { id, severity } of told) notices.add({ id, severity, message: `It was told: ${id}.` });
  return notices;
}

type Library = ReturnType<typeof soundLibrary>;

/** Puts the planned kits into the list; those that are due are requested, unless something is in the way. */
async function plan({ orders, profiles, keychain, cockpit, now }: World, lib: Library): Promise<Planner> {
  const { kits, log } = lib;
  for (const { id, flight, due } of orders) {
    const { profile, destination, number, departs } = flight;
    const trip = {
      origin: 'EHAM',
      destination,
      ...(number ? { flight: number } : {}),
      departure: iso(departs),
    };
    const at = Math.min(now, due) - 60 * MINUTE;
    const dates = { created_at: at, state_since: at, due_at: due, requested_at: null };
    const record = kitRecord({ id, profile_id: profile, tripkit_id: null, trip, state: 'planned', ...dates });
    kits.write(record, { kit_id: id, at, state: 'planned', what: 'Planned.' });
  }
  const clock = Object.assign(lib.clock, { epoch: now - lib.clock.monotonic() });
  const planner = new Planner({
    gate: {
      async requireReady(id) {
        const ends = profiles[id] ?? null;
        if (ends === null || ends < now || keychain === 'locked') throw new TripKitError('identity', EXPIRED);
      },
      validUntil: async (id) => profiles[id] ?? null,
      held: () => cockpit,
      forbidden: null,
    },
    planned: () => kits.list().filter(({ state }) => state === 'planned'),
    find: (id) => kits.list().find((kit) => kit.id === id && kit.state === 'planned') ?? null,
    begin: (id) => void lib.apply(id, { type: 'due' }),
    miss: (id) => void lib.apply(id, { type: 'missed' }),
    show() {},
    clock,
    log,
  });
  planner.start();
  await clock.settle();
  return planner;
}

/** What holds a kit back that is on its way. */
function waitOf({ profiles, keychain, online, now }: World, { state, profile_id }: KitRecord): Wait | null {
  if (!isUnfinished(state)) return null;
  const ends = profiles[profile_id] ?? null;
  const since = now - MINUTE;
  if (ends === null || ends < now || keychain === 'locked')
    return { reason: 'identity', text: EXPIRED, since, until: null, may_try: true };
  if (online) return null;
  const details = { remedy: 'wait' as const, condition: 'unreachable', maybe_received: false };
  return waitAfter(new CallFailure('network', 'There is no network.', details), since, now + MINUTE);
}

/** The kits as main sends them, at each call. */
function viewsOf(world: World, lib: Library, planner: Planner): () => Kit[] {
  const { kits, log, soundness } = lib;
  const { now } = world;
  const facts = new Map(world.kits.map((fact) => [fact.id, fact]));
  const live = (record: KitRecord): LiveKit => {
    const { text = null, ...wait } =
      (record.state === 'planned' ? planner.waitOf(record) : waitOf(world, record)) ?? {};
    return {
      ...record,
      activity: text,
      wait: 'reason' in wait ? wait : null,
      progress: null,
      expected_ms: null,
    };
  };
  const charts = new ChartCounter(log);
  const summaries = new Map(world.kits.map(({ id, paper }) => [id, summaryOf(pagesOf(paper))]));
  charts.readFrom({
    chartCountsOf: (id) => {
      const { document, trip } = lib.kit(id);
      const summary = summaries.get(id);
      if (!document || !summary || !facts.get(id)?.read) return null;
      return { sha256: document.sha256, json: JSON.stringify(countedAt(summary, trip?.departure ?? null)) };
    },
    chartDates: (id) => summaries.get(id) ?? null,
  });
  const changes = new ChangeCountsKeeper();
  const isCompared = world.kits.filter(({ changed, stage }) => changed !== -1 && stage === 'here');
  changes.put(
    new Map(
      isCompared.map(({ id, changed }) => {
        const counts = { changed: changed ?? 0, unreviewed: changed ?? 0, was_read: true };
        return [
          id,
          { old_id: id, state: changed === null ? ('running' as const) : ('ready' as const), ...counts },
        ];
      }),
    ),
  );
  const dates = new DocumentDates({
    store: {
      all: () =>
        world.kits.flatMap(({ id, dated, made }) => {
          const sha256 = lib.kit(id).document?.sha256 ?? null;
          const date = { kit_id: id, evidence: 'document' as const, from: null, at: made, learned_at: made };
          return dated && sha256 ? [{ ...date, document_sha256: sha256 }] : [];
        }),
      set() {},
    },
    read: async () => Promise.reject(new Error('not asked')),
    fileOf: lib.file,
    notices: { add() {}, withdraw() {} },
    log,
    now: () => now,
  });
  const read = world.kits.filter(({ messages }) => messages === 'read');
  const acknowledged = read.map(({ id }) => {
    const document_sha256 = lib.kit(id).document?.sha256 ?? null;
    return { kit_id: id, message: warning, document_sha256, by: 'pilot', at: now };
  });
  return () => {
    const all = kits.list().map(live);
    const flags = new KitFlags({
      kits: () => all,
      pins: { list: () => new Map(), set() {} },
      acknowledgements: { list: () => [], all: () => acknowledged, add() {} },
      activity: { openedAt: (id) => facts.get(id)?.opened ?? null, onOpened: () => () => {} },
      ...{ dates, soundness, charts, changes, user: 'pilot', now: () => now },
    });
    return viewKits(all, flags, log);
  };
}

const { bridge } = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
/** Checks a kit's document in the app that runs now. */
let check: (id: string) => Promise<Kit | undefined>;
bridge.documents.check = async (id) => {
  const value = await check(id);
  return value ? { ok: true, value } : { ok: false, error: { kind: 'disk', message: 'It is not here.' } };
};
const registry = createRegistry(connect(bridge));

/** A person opens "Ready to fly": what it asks for is read, until nothing more is asked for. */
async function openReady(
  world: World,
  lib: Library,
  views: () => Kit[],
  notices: NoticeBoard,
): Promise<Readiness> {
  const { now, hours, free, battery, profiles, keychain } = world;
  const store = registry.get(readySlice);
  check = async (id) => {
    await lib.checker.check(id);
    return views().find((kit) => kit.id === id);
  };
  const identities = new Map(
    Object.entries(profiles).map(([id, ends]): [string, IdentityState] => {
      if (ends === null) return [id, { state: 'none' }];
      const identity = { valid_to: iso(ends), expiry: expiryNotice(ends, now) };
      const state = keychain === 'locked' ? 'locked' : 'usable';
      return [id, { state, kind: 'file', stored: true, identity } as unknown as IdentityState];
    }),
  );
  store.getState().begin();
  const machine = {
    free_bytes: free,
    battery: battery === null ? null : { level: battery, charging: false },
  };
  const look = () =>
    readiness(
      {
        kits: views(),
        complete: true,
        notices: { status: 'ready', items: notices.list() },
        checks: store.getState().checks,
        ...{ hours, identities, machine, cockpit: world.cockpit, shelves: [], held: notices.waiting() },
      },
      now,
    );
  for (;;) {
    const found = look();
    const { checks } = store.getState();
    const all = [...found.flights, ...found.unknown].flatMap(({ kit }) => kit ?? []);
    const due = all.filter((kit) => isDue(kit, checks.get(kit.id), now));
    if (due.length === 0) return found;
    await store.getState().checkDocuments(due);
  }
}

/** What can be read of a kit, without its tags; the colour of the table's state is a word, too. */
function words(kit: Kit, all: readonly Kit[], now: number): Omit<ShownKit, 'kit'> {
  const shown = {
    top: 0,
    profileName: null,
    selected: false,
    active: false,
    next: false,
    position: 1,
    today: 0,
  };
  const row = { entry: libraryEntry(kit), ...shown, appearance: {} as never };
  const text = (html: string) =>
    html
      .replace(/class="ellipsis kit-line__state tone--(\w+)"[^>]*>/g, '>|tone $1|')
      .replace(/<span class="badge tone--(\w+)">/g, '|tone $1|')
      .replace(/<[^>]*>/g, '|')
      .replace(/\|+/g, '|')
      .replaceAll('&#x27;', '’');
  const header = (
    <RegistryProvider registry={registry}>
      <ViewerContext value={{} as never}>
        <KitSigns kit={kit} />
      </ViewerContext>
    </RegistryProvider>
  );
  return {
    card: text(renderToStaticMarkup(<KitRow {...row} count={1} dayInHead={true} airports={null} />)),
    table: text(renderToStaticMarkup(<KitLine {...row} columns={['state', 'route', 'reason']} />)),
    header: text(renderToStaticMarkup(header)),
    isOld: tabName(kit, all, now).isOlder,
  };
}
