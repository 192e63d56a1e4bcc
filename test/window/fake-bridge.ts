/**
 * An in-memory main process for the renderer's tests: the whole contract, kits in every state, live progress. It is
 * bundled into a script of its own that stands in for the preload script. Options come from the page's address:
 * `fail` = the call that fails first, `scenario` = one of {@link Scenario}, `speed` = how many times faster than life
 * (default 1).
 */
import type {
  ChoicesPatch,
  Kit,
  KitCharts,
  KitsChanged,
  Notice,
  PrintOrder,
  Result,
  Shelf,
  ShelfBoard,
  Soundness,
  Trip,
  TripKitBridge,
  TripProblem,
} from '../../preload/contract.ts';
import { verifiedAt } from '../kits.ts';
import { createFakeRecord, type FakeRecord, fakeAudit, type HistoryLine } from './fake-audit.ts';
import { createFakeBackups } from './fake-backups.ts';
import { createFakeBatch } from './fake-batch.ts';
import { fakeChanges } from './fake-changes.ts';
import { countsOf, createFakeComparison, type FakeComparisons } from './fake-comparison.ts';
import { baseKit, demoKits, type FakeDocument, fleetKits, INFO_202, iso } from './fake-data.ts';
import { createFakeHandOver } from './fake-hand-over.ts';
import { createFakePolicy } from './fake-policy.ts';
import { createFakeReading, type PreparedListener } from './fake-reading.ts';
import { createFakeSetup, type FakeSetup, type FakeSetupBridge, no, ok } from './fake-setup.ts';
import { createFakeUpdates } from './fake-updates.ts';
import { createFakeWatch } from './fake-watch.ts';
import { createFakeWindows, type FakeWindows } from './fake-windows.ts';

/**
 * `fleet`: two profiles, kits of both, notices. `managed`: the administrators' rules are in force. `hours`: those for updates alone, of which one waits. `changes`: two kits of one
 * flight, compared.
 */
export type Scenario =
  | 'demo'
  | 'changes'
  | 'first'
  | 'nostore'
  | 'locked'
  | 'empty'
  | 'fleet'
  | 'managed'
  | 'hours'
  | 'expired'
  | 'computer-only'
  | 'shelf';
export interface FakeOptions {
  scenario: Scenario;
  speed: number;
  documents: FakeDocument[];
}

/** The bridge, whose calls a test may replace. */
export type FakeBridge = {
  -readonly [D in keyof TripKitBridge]: { -readonly [N in keyof TripKitBridge[D]]: TripKitBridge[D][N] };
} & {
  /** What `listText` is the text of, for tests that look at kits or replace them. */
  kits: { list(): Promise<Result<Kit[]>> };
};

/** What a test does to the fake from outside, as `window.fake`. */
export interface FakeControls {
  bridge: FakeBridge;
  /** The bridge of set-up's window, on the same state. */
  setup: FakeSetupBridge;
  /** The calls so far, in order, as `domain.name`. */
  calls: string[];
  /** Makes the next call of this name fail with the sentence. */
  failNext(name: string, message: string): void;
  /** The stored text of documents, by kit, page by page. */
  texts: Map<string, string[]>;
  /** Kits whose document the check finds changed, with what it says to do. */
  altered: Map<string, string>;
  /** The charts of documents, by kit. */
  charts: Map<string, KitCharts>;
  /** More is known of this kit's document, as an event would say. */
  prepared(kitId: string): void;
  /** What changed from kit to kit, by `old new`. */
  comparisons: FakeComparisons;
  /** What was exported of the activity record, and what its check finds. */
  record: FakeRecord;
  /** Puts a kit in, as an event would. */
  push(kit: Kit): void;
  /** Writes a line of a kit’s history. */
  write(id: string, line: HistoryLine): void;
  /** Takes a kit out, as an event would. */
  drop(id: string): void;
  /** Replaces all notices, as an event would. */
  tell(notices: Notice[]): void;
  /** What the system's menus, notifications and links ask for, as an event would. */
  ask: FakeSetup['ask'];
  /** What the system's Kit menu offers now. */
  kitMenu(): string[];
  /** The small choices that the page had kept. */
  choices: ChoicesPatch;
  /** The other windows. */
  windows: FakeWindows;
  /** A profile names this shelf, as an event would say. */
  putShelf(shelf: Shelf): void;
  /** What its board says from now on. */
  putBoard(board: ShelfBoard): void;
  /** What was printed; `stays`: the system's dialog stays open until the page cancels. */
  print: { orders: PrintOrder[]; stays: boolean };
  /** Another window changed marks of this kit, as an event would say. */
  marked(kitId: string): void;
}

const ICAO = /^[A-Z]{4}$/;

function check(trip: Trip): TripProblem[] {
  const problems: TripProblem[] = [];
  const add = (field: TripProblem['field'], severity: TripProblem['severity'], message: string) =>
    problems.push({ field, severity, message });
  if (ICAO.test(trip.origin) && trip.origin === trip.destination)
    add('destination', 'warning', 'Origin and destination are the same airport. Check them.');
  for (const field of ['origin', 'destination'] as const) {
    if (!ICAO.test(trip[field])) add(field, 'error', 'Write the ICAO code: four letters, for example EGLL.');
    else if (trip[field].startsWith('Q'))
      add(field, 'warning', `${trip[field]} is in no airport list known here.`);
  }
  if (trip.alternates?.includes(trip.destination)) {
    add('alternates', 'error', `${trip.destination} is the destination: take it out of the alternates.`);
  }
  if (trip.flight && !/^[A-Z0-9]{2,7}$/.test(trip.flight)) {
    add('flight', 'error', 'Write 2 to 7 letters and digits, for example KLM511.');
  }
  if (trip.route?.includes('?')) add('route', 'warning', '"?" is not part of a route. The service decides.');
  return problems;
}

/** Makes the fake. */
export function createFakeBridge({ documents: all, ...given }: FakeOptions): FakeControls {
  const options = { ...given, documents: all.filter(({ revised }) => !revised) };
  const { scenario, speed } = options;
  const calls: string[] = [];
  const failures = new Map<string, string>();
  const texts = new Map<string, string[]>();
  const altered = new Map<string, string>();
  const charts = new Map<string, KitCharts>();
  const prepared = new Set<PreparedListener>();
  const record: FakeRecord = { exported: [], problems: [] };
  const kits = new Map<string, Kit>();
  const history = new Map<string, HistoryLine[]>();
  const listeners = new Set<(change: KitsChanged) => void>();

  function emit(given: Kit, what: string) {
    const before = kits.get(given.id);
    const isNew = given.state === 'ready' && before?.state !== 'ready';
    const soundness = isNew ? verifiedAt(given.state_since) : given.soundness;
    const kit = { ...given, soundness: given.document && soundness };
    kits.set(kit.id, kit);
    if (before?.state !== kit.state || !history.has(kit.id)) {
      history.set(kit.id, [...(history.get(kit.id) ?? []), { at: kit.state_since, state: kit.state, what }]);
    }
    for (const listener of listeners) listener({ changed: [kit], removed: [] });
  }
  function turn(id: string, state: Kit['state'], what: string, more: Partial<Kit> = {}) {
    const kit = kits.get(id);
    if (!kit) return;
    emit(
      {
        ...kit,
        state_since: iso(Date.now()),
        activity: null,
        wait: null,
        progress: null,
        expected_ms: null,
        ...more,
        state,
      },
      what,
    );
  }

  /** A kit's life: 2 s to be asked for, 24 s to be made, then the download. */
  function live(id: string) {
    const after = (ms: number, work: () => void) => setTimeout(work, ms / speed);
    const alive = (wanted: Kit['state'], work: () => void) => () => {
      if (kits.get(id)?.state === wanted) work();
    };
    const document = options.documents[0];
    if (!document) throw new Error('the fake needs a document');
    const load = (share: number) => {
      const kit = kits.get(id);
      if (!kit) return;
      if (share >= 1) {
        documentsOf.set(id, document.id);
        turn(id, 'ready', 'The PDF is whole and verified.', {
          dates: [
            { evidence: 'request', at: kit.created_at },
            { evidence: 'service', from: iso(Date.now() - 3_000), at: iso(Date.now()) },
          ],
          document: {
            bytes: document.bytes,
            pages: document.pages,
            sha256: '5b1f0c7e94d2a63b8870cfe1d95a2c44',
          },
        });
        return;
      }
      emit({ ...kit, progress: { received: Math.round(document.bytes * share), total: document.bytes } }, '');
      after(
        400,
        alive('downloading', () => load(share + 0.1)),
      );
    };
    after(
      2_000,
      alive('requesting', () => {
        turn(id, 'generating', 'The service took the request.', {
          // A kit that is tracked has its id from the start.
          tripkit_id: kits.get(id)?.tripkit_id ?? `TK-${id.slice(0, 8)}`,
          expected_ms: { from: 20_000 / speed, to: 30_000 / speed },
          messages: [INFO_202],
        });
        after(
          24_000,
          alive('generating', () => {
            turn(id, 'downloading', 'The PDF is ready at the service.', {
              messages: [],
              progress: { received: 0, total: document.bytes },
            });
            load(0);
          }),
        );
      }),
    );
  }

  const documentsOf = new Map<string, string>();
  const [sound] = options.documents;
  const revised = all.find((document) => document.revised);
  const changes =
    scenario === 'changes' && sound && revised ? fakeChanges(Date.now(), [sound, revised]) : null;
  const begin = changes
    ? changes.kits
    : scenario === 'demo' || scenario === 'locked'
      ? demoKits(Date.now(), options.documents)
      : (scenario === 'fleet' || scenario === 'managed') && sound
        ? fleetKits(Date.now(), sound)
        : [];
  for (const kit of begin) {
    kits.set(kit.id, kit);
    history.set(kit.id, [
      {
        at: kit.created_at,
        state: 'requesting',
        what: kit.trip ? 'Requested.' : 'Tracked by its tripkit_id.',
      },
      { at: kit.state_since, state: kit.state, what: kit.failure?.message ?? 'As the service answered.' },
    ]);
    const own = all.some((document) => document.id === kit.id);
    if (kit.document) documentsOf.set(kit.id, own ? kit.id : (sound?.id ?? kit.id));
  }

  /** Notes the call, and lets a test make it fail. */
  function named<A extends unknown[], T>(name: string, work: (...args: A) => Promise<Result<T>>) {
    return (...args: A): Promise<Result<T>> => {
      calls.push(name);
      const message = failures.get(name);
      failures.delete(name);
      return message === undefined ? work(...args) : no('config', message);
    };
  }
  function known(id: string): Kit {
    const kit = kits.get(id);
    if (!kit) throw new Error(`the fake knows no kit ${id}`);
    return kit;
  }
  function start(profileId: string, trip: Trip | null, tripkit_id: string | null): Kit {
    const kit = baseKit(Date.now(), trip, { tripkit_id, profile_id: profileId });
    emit(kit, trip ? 'Requested.' : 'Tracked by its tripkit_id.');
    live(kit.id);
    return kit;
  }

  function drop(id: string) {
    kits.delete(id);
    for (const listener of listeners) listener({ changed: [], removed: [id] });
  }

  const setup = createFakeSetup(options, named, {
    list: () => [...kits.values()],
    remove: drop,
  });
  const change = (id: string, more: Partial<Kit>) => {
    emit({ ...known(id), ...more }, '');
    return ok(known(id));
  };

  const { put: putMark, marked, ...reading } = createFakeReading(named, texts, charts, prepared);
  const { comparison, comparisons } = createFakeComparison(
    named,
    (compared) => {
      const kit = kits.get(compared.new_id);
      if (kit?.changes?.old_id === compared.old_id) emit({ ...kit, changes: countsOf(compared) }, '');
    },
    putMark,
  );
  if (changes) {
    const { old_id, new_id } = changes.comparison;
    comparisons.set(`${old_id} ${new_id}`, changes.comparison);
    comparisons.waiting.set(new_id, changes.waiting);
    for (const { mark } of changes.waiting) putMark(mark);
    for (const id of [old_id, new_id]) charts.set(id, changes.charts);
  }

  const { domain, windows } = createFakeWindows(named);
  const shelves = new Map<string, Shelf>();
  let board: ShelfBoard | null = null;
  const shelfListeners = new Set<() => void>();
  const putShelf = (shelf: Shelf) => {
    shelves.set(shelf.profile_id, shelf);
    for (const listener of shelfListeners) listener();
  };
  const print: FakeControls['print'] = { orders: [], stays: false };
  let cancelPrint = () => {};
  const bridge: FakeBridge = {
    app: setup.app,
    settings: setup.settings,
    policy: createFakePolicy(named, scenario === 'managed'),
    profiles: setup.profiles,
    identity: setup.identity,
    setup: setup.setup,
    retention: setup.retention,
    kits: {
      list: named('kits.list', () => ok([...kits.values()])),
      firstText: () => ok('[]'),
      // A test that replaces the list replaces its text too.
      listText: async () => {
        const answer = await bridge.kits.list();
        return answer.ok ? ok(JSON.stringify(answer.value)) : answer;
      },
      check: named('kits.check', (_profile, trip) => ok(check(trip))),
      request: named('kits.request', (profile, trips) => ok(trips.map((trip) => start(profile, trip, null)))),
      plan: named('kits.plan', (profile_id, trips, hours_before) => {
        if (trips.some(({ departure }) => !departure)) return no('config', 'The trip has no departure.');
        const planned = trips.map((trip) => {
          const due = Date.parse(trip.departure ?? '') - hours_before * 3_600_000;
          const due_at = new Date(due).toISOString();
          return baseKit(Date.now(), trip, { profile_id, state: 'planned', due_at });
        });
        for (const kit of planned) emit(kit, 'Planned.');
        return ok(planned);
      }),
      track: named('kits.track', (profile, ids) => ok(ids.map((id) => start(profile, null, id)))),
      cancel: named('kits.cancel', (id) => {
        turn(id, 'cancelled', 'Cancelled.');
        return ok(known(id));
      }),
      tryNow: named('kits.tryNow', (id) => change(id, { activity: null, wait: null })),
      retry: named('kits.retry', (id) => {
        const again = known(id).document ? 'downloading' : 'requesting';
        turn(id, again, 'Taken up again.', { failure: null });
        live(id);
        return ok(known(id));
      }),
      requestAgain: named('kits.requestAgain', (id) => {
        turn(id, 'requesting', 'Sent again.', { failure: null });
        live(id);
        return ok(known(id));
      }),
      enterDeparture: named('kits.enterDeparture', (id, trip) =>
        change(id, { trip, entered: known(id).entered ?? (known(id).trip ? 'departure' : 'trip') }),
      ),
      remove: named('kits.remove', (id) => {
        kits.delete(id);
        return ok(null);
      }),
      setPinned: named('kits.setPinned', (id, pinned) => change(id, { pinned })),
      acknowledge: named('kits.acknowledge', (id) => change(id, { acknowledged: true })),
      acknowledgements: named('kits.acknowledgements', (id) => {
        const { messages, acknowledged, document } = known(id);
        return ok(
          messages
            .filter(({ type }) => acknowledged && type !== 'Info')
            .map((message) => ({
              at: '2026-11-21T09:21:00.000Z',
              by: 'pilot',
              message,
              document_sha256: document?.sha256 ?? null,
            })),
        );
      }),
      on: (_name, listener) => {
        const heard = listener as (change: KitsChanged) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
    audit: {
      of: named('audit.of', (id) => ok(fakeAudit(known(id), history.get(id) ?? []))),
      export: named('audit.export', (_ids, format) => ok(`audit.${format}`)),
      ...createFakeRecord(
        named,
        () => [...kits.values()],
        (id) => history.get(id) ?? [],
        record,
      ),
    },
    print: {
      start: named('print.start', (order) => {
        print.orders.push(order);
        if (!print.stays) return ok('printed');
        return new Promise((resolve) => {
          cancelPrint = () => resolve({ ok: true, value: null });
        });
      }),
      cancel: named('print.cancel', () => {
        cancelPrint();
        return ok(null);
      }),
      save: named('print.save', () => ok('for printing.pdf')),
    },
    documents: {
      open: named('documents.open', (id) => {
        const kit = known(id);
        if (!kit.document) return no('config', 'This kit is not on this laptop yet.');
        emit({ ...kit, opened_at: new Date().toISOString() }, '');
        const { bytes, pages, sha256 } = kit.document;
        const isSound = kit.soundness?.state !== 'damaged';
        return ok({ kit_id: id, bytes, pages, sha256: isSound ? sha256 : null });
      }),
      // The page's server (harness/page-server.ts) knows the document by its pass.
      pass: named('documents.pass', (id) => ok((documentsOf.get(id) ?? id).padEnd(43, '_'))),
      endPass: named('documents.endPass', () => ok(null)),
      closed: named('documents.closed', () => ok(null)),
      shown: named('documents.shown', () => ok(null)),
      saveCopy: named('documents.saveCopy', (id) => ok(`${known(id).tripkit_id}.pdf`)),
      prepareDrag: named('documents.prepareDrag', () => ok(null)),
      drag: named('documents.drag', () => ok(null)),
      check: named('documents.check', (id) => {
        const kit = known(id);
        const what = altered.get(id);
        const found = verifiedAt(new Date().toISOString());
        const soundness: Soundness =
          what === undefined ? found : { ...found, state: 'damaged', seal: 'not_checked', what };
        if (kit.document) emit({ ...kit, soundness }, '');
        return ok(known(id));
      }),
    },
    ...reading,
    comparison,
    batch: createFakeBatch(named, check),
    ...createFakeBackups(named),
    windows: domain,
    shelf: {
      on: (_name, listener) => {
        shelfListeners.add(listener as () => void);
        return () => shelfListeners.delete(listener as () => void);
      },
      list: named('shelf.list', () => ok([...shelves.values()])),
      choose: named('shelf.choose', (profile_id, wants) => {
        const known = shelves.get(profile_id);
        if (!known) return no('config', 'There is no shelf.');
        putShelf({ ...known, wants });
        return ok({ ...known, wants });
      }),
      look: named('shelf.look', () => ok(null)),
      say: named('shelf.say', (profile_id, tripkit_id, kind, text) => {
        const kit = board?.kits.find((one) => one.tripkit_id === tripkit_id);
        if (!board || !kit || !shelves.has(profile_id)) return no('config', 'There is no shelf.');
        const recalled = kind === 'withdrawal' ? { at: board.read_at, why: text } : kit.recalled;
        board = { ...board, kits: board.kits.map((one) => (one === kit ? { ...kit, recalled } : one)) };
        return ok(true);
      }),
      board: named('shelf.board', () => (board === null ? no('config', 'There is no shelf.') : ok(board))),
    },
  };
  return {
    bridge,
    setup: {
      ...setup.forSetup,
      ...createFakeUpdates(named, scenario === 'managed', scenario === 'hours'),
      ...createFakeWatch(named, scenario === 'managed'),
      ...createFakeHandOver(named),
    },
    calls,
    texts,
    altered,
    charts,
    prepared(kit_id) {
      for (const listener of prepared) listener({ kit_id });
    },
    comparisons,
    record,
    failNext: (name, message) => failures.set(name, message),
    push: (kit) => emit(kit, ''),
    write: (id, line) => void history.set(id, [...(history.get(id) ?? []), line]),
    drop,
    tell: setup.tell,
    ask: setup.ask,
    kitMenu: setup.kitMenu,
    choices: setup.choices,
    windows,
    putShelf,
    putBoard: (next) => {
      board = next;
    },
    print,
    marked,
  };
}
