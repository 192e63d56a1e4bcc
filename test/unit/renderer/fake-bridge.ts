/**
 * An in-memory main process for the renderer's tests: the whole contract, kits in every state, live progress. It is
 * bundled into a script of its own that stands in for the preload script. Options come from the page's address:
 * `fail` = the call that fails first, `scenario` = demo | first | nostore | locked | empty, `speed` = how many times faster than life (default 1).
 */
import type {
  IdentityState,
  IdentitySummary,
  Kit,
  KitEvent,
  KitsChanged,
  ProfileSummary,
  Result,
  Trip,
  TripKitBridge,
  TripProblem,
} from '../../../preload/contract.ts';

export type Scenario = 'demo' | 'first' | 'nostore' | 'locked' | 'empty';
export interface FakeOptions {
  scenario: Scenario;
  speed: number;
  documents: { id: string; bytes: number; pages: number }[];
}

/** The bridge, whose calls a test may replace. */
export type FakeBridge = {
  -readonly [D in keyof TripKitBridge]: { -readonly [N in keyof TripKitBridge[D]]: TripKitBridge[D][N] };
};

/** What a test does to the fake from outside, as `window.fake`. */
export interface FakeControls {
  bridge: FakeBridge;
  /** The calls so far, in order, as `domain.name`. */
  calls: string[];
  /** Makes the next call of this name fail with the sentence. */
  failNext(name: string, message: string): void;
  /** Puts a kit in, as an event would. */
  push(kit: Kit): void;
}

const PASSPHRASE = 'kerosene';
const profile: ProfileSummary = {
  id: 'demo',
  name: 'Demo Air (training)',
  company_code: 'DEMO',
  company_name: 'Demo Air',
  auth_host: '127.0.0.1:9443',
  api_host: '127.0.0.1:9444',
  max_alternates: 6,
};
const identity: IdentitySummary = {
  subject: 'CN=Demo Air flight operations, O=Demo Air, C=GB',
  issuer: 'CN=Demo Air certificate authority, O=Demo Air, C=GB',
  serial: '4F:1A:99:03:C2:77:10:5B',
  sha256: '9C:0F:5E:77:41:AB:20:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C:A5:3D:11:48:EE:62:05:BF:D9:8A:33',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: '2028-01-01T00:00:00.000Z',
  key: 'RSA 2048',
  chain_length: 2,
};

function ok<T>(value: T): Promise<Result<T>> {
  return Promise.resolve({ ok: true, value });
}
function no<T>(kind: 'config' | 'identity', message: string): Promise<Result<T>> {
  return Promise.resolve({ ok: false, error: { kind, message } });
}
const iso = (ms: number) => new Date(ms).toISOString();

function baseKit(at: number, trip: Trip | null, more: Partial<Kit> = {}): Kit {
  return {
    id: crypto.randomUUID(),
    profile_id: profile.id,
    tripkit_id: null,
    trip,
    state: 'requesting',
    created_at: iso(at),
    state_since: iso(at),
    activity: null,
    progress: null,
    expected_ms: null,
    messages: [],
    failure: null,
    document: null,
    ...more,
  };
}

const INFO_202 = { code: '202', type: 'Info', message: 'The requested trip kit is being generated' };
const WARNING_205 = {
  code: '205',
  type: 'Warning',
  message: 'Multiple matches found for route point(s) BEDEK, MAY. The closest points were selected.',
};

function demoKits(now: number, documents: FakeOptions['documents']): Kit[] {
  const hour = 3_600_000;
  const sha256 = '5b1f0c7e94d2a63b8870cfe1d95a2c4477e0b6193cfd28a1b35e6f90428cd7ea';
  const ready = documents.map((document, index) =>
    baseKit(
      now - (index + 3) * hour,
      [
        {
          origin: 'EGLL',
          destination: 'KJFK',
          alternates: ['KBOS', 'KPHL'],
          route:
            'N0489F340 BEDEK2J BEDEK L620 MAY UL620 LIZAD DCT 49N015W 48N020W 46N030W DCT TUSKY N321B KANNI',
          flight: 'BAW117',
          departure: '2026-11-21T15:10:00Z',
        },
        { origin: 'LSZH', destination: 'LEMD', flight: 'SWR2026', departure: '2026-11-21T18:25:00Z' },
      ][index] ?? { origin: 'ENGM', destination: 'EKCH' },
      {
        id: document.id,
        tripkit_id: `TK-2026-11-${1000 + index}`,
        state: 'ready',
        state_since: iso(now - (index + 2) * hour),
        messages: index === 0 ? [WARNING_205] : [],
        document: { bytes: document.bytes, pages: document.pages, sha256 },
      },
    ),
  );
  return [
    baseKit(
      now - 1_000,
      { origin: 'KDEN', destination: 'KLAX', flight: 'UAL1234' },
      {
        activity: 'Waits for one of the 4 requests that are under way.',
      },
    ),
    baseKit(
      now - 12_000,
      {
        origin: 'EDDF',
        destination: 'RJTT',
        alternates: ['RJAA'],
        flight: 'DLH716',
        departure: '2026-11-22T12:45:00Z',
      },
      {
        tripkit_id: 'TK-2026-11-1204',
        state: 'generating',
        expected_ms: { from: 20_000, to: 30_000 },
        messages: [INFO_202],
      },
    ),
    baseKit(
      now - 60_000,
      { origin: 'LFPG', destination: 'FAOR', flight: 'AFR990', departure: '2026-11-21T22:20:00Z' },
      {
        tripkit_id: 'TK-2026-11-1203',
        state: 'downloading',
        progress: { received: 6_260_000, total: 14_560_000 },
      },
    ),
    baseKit(
      now - 2 * hour,
      { origin: 'ZBAA', destination: 'OMDB', flight: 'UAE307', departure: '2026-11-21T16:00:00Z' },
      {
        state: 'unconfirmed',
        failure: {
          kind: 'network',
          message: 'The connection broke after the request was sent, so it is not known whether it arrived.',
        },
      },
    ),
    ...ready,
    baseKit(
      now - 6 * hour,
      { origin: 'EHAM', destination: 'YSSY', alternates: ['YMML', 'YBBN'], flight: 'KLM815' },
      {
        tripkit_id: 'TK-2026-11-0990',
        state: 'failed',
        failure: {
          kind: 'rejected',
          message:
            'The service refused this request: an alternate is not in the coverage. Request it without that alternate.',
          status: 400,
          messages: [
            { code: '203', type: 'Error', message: 'Alternate airport YMML is not in the coverage' },
          ],
        },
      },
    ),
    baseKit(
      now - 26 * hour,
      { origin: 'BIKF', destination: 'EGPF', flight: 'ICE430' },
      { state: 'cancelled' },
    ),
    baseKit(now - 30 * hour, null, {
      tripkit_id: 'ops/2026-11-20#A17',
      state: 'failed',
      failure: {
        kind: 'not_found',
        message: 'The service does not know this tripkit_id. Check it, or ask who requested the kit.',
        status: 404,
      },
      messages: [{ code: '777', type: 'Notice', message: 'Kits are kept for 30 days.' }],
    }),
  ];
}

const ICAO = /^[A-Z]{4}$/;

function check(trip: Trip): TripProblem[] {
  const problems: TripProblem[] = [];
  const add = (field: TripProblem['field'], severity: TripProblem['severity'], message: string) =>
    problems.push({ field, severity, message });
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
export function createFakeBridge(options: FakeOptions): FakeControls {
  const { scenario, speed } = options;
  const calls: string[] = [];
  const failures = new Map<string, string>();
  const kits = new Map<string, Kit>();
  const history = new Map<string, KitEvent[]>();
  const listeners = new Set<(change: KitsChanged) => void>();
  let profiles: ProfileSummary[] = scenario === 'first' || scenario === 'nostore' ? [] : [profile];
  let state: IdentityState =
    scenario === 'locked'
      ? { state: 'locked', identity, reason: 'The keychain of this laptop is locked.' }
      : profiles.length > 0
        ? { state: 'usable', identity, stored: true }
        : { state: 'none' };
  const canKeep = scenario !== 'nostore';

  function emit(kit: Kit, what: string) {
    const before = kits.get(kit.id);
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
          tripkit_id: `TK-${id.slice(0, 8)}`,
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
  if (scenario === 'demo' || scenario === 'locked') {
    for (const kit of demoKits(Date.now(), options.documents)) {
      kits.set(kit.id, kit);
      history.set(kit.id, [
        {
          at: kit.created_at,
          state: 'requesting',
          what: kit.trip ? 'Requested.' : 'Tracked by its tripkit_id.',
        },
        { at: kit.state_since, state: kit.state, what: kit.failure?.message ?? 'As the service answered.' },
      ]);
      if (kit.document) documentsOf.set(kit.id, kit.id);
    }
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
  function start(trip: Trip | null, tripkit_id: string | null): Kit {
    const kit = baseKit(Date.now(), trip, { tripkit_id });
    emit(kit, trip ? 'Requested.' : 'Tracked by its tripkit_id.');
    live(kit.id);
    return kit;
  }

  const bridge: FakeBridge = {
    app: { info: named('app.info', () => ok({ version: '0.1.0', host: 'chromium', platform: 'linux' })) },
    profiles: {
      list: named('profiles.list', () => ok(profiles)),
      choose: named('profiles.choose', () => {
        profiles = [profile];
        return ok(profile);
      }),
      remove: named('profiles.remove', () => {
        profiles = [];
        state = { state: 'none' };
        return ok(null);
      }),
    },
    identity: {
      state: named('identity.state', () => ok(state)),
      choose: named('identity.choose', () => ok({ handle: crypto.randomUUID(), file_name: 'demo-air.p12' })),
      import: named('identity.import', (request) => {
        if (request.passphrase !== PASSPHRASE) {
          return no('identity', 'The passphrase does not open demo-air.p12. Check it and type it again.');
        }
        if (request.store && !canKeep) return no('identity', 'The keychain can’t keep it.');
        state = { state: 'usable', identity, stored: request.store };
        return ok(state);
      }),
      canStore: named('identity.canStore', () =>
        ok({
          can: canKeep,
          reason: canKeep ? null : 'No keychain (libsecret or KWallet) is running in this session.',
        }),
      ),
      remove: named('identity.remove', () => {
        state = { state: 'none' };
        return ok(state);
      }),
    },
    kits: {
      list: named('kits.list', () => ok([...kits.values()])),
      history: named('kits.history', (id) => ok(history.get(id) ?? [])),
      check: named('kits.check', (_profile, trip) => ok(check(trip))),
      request: named('kits.request', (_profile, trips) => ok(trips.map((trip) => start(trip, null)))),
      track: named('kits.track', (_profile, ids) => ok(ids.map((id) => start(null, id)))),
      cancel: named('kits.cancel', (id) => {
        turn(id, 'cancelled', 'Cancelled.');
        return ok(known(id));
      }),
      retry: named('kits.retry', (id) => {
        turn(id, 'requesting', 'Taken up again.', { failure: null });
        live(id);
        return ok(known(id));
      }),
      requestAgain: named('kits.requestAgain', (id) => {
        turn(id, 'requesting', 'Sent again.', { failure: null });
        live(id);
        return ok(known(id));
      }),
      remove: named('kits.remove', (id) => {
        kits.delete(id);
        return ok(null);
      }),
      on: (_name, listener) => {
        const heard = listener as (change: KitsChanged) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
    documents: {
      open: named('documents.open', (id) => {
        const kit = known(id);
        if (!kit.document) return no('config', 'This kit is not on this laptop yet.');
        return ok({ kit_id: id, url: `/documents/${documentsOf.get(id)}`, ...kit.document });
      }),
      saveCopy: named('documents.saveCopy', (id) => ok(`${known(id).tripkit_id}.pdf`)),
    },
  };
  return {
    bridge,
    calls,
    failNext: (name, message) => failures.set(name, message),
    push: (kit) => emit(kit, ''),
  };
}
