/** What goes wrong in one run, drawn from its seed. Pure: the same seed gives the same scenario. */
import type { FaultAction, FaultRule } from '../demo-service/faults.ts';
import { type Random, seeded } from '../demo-service/random.ts';
import { killSteps } from './kill-points.ts';
import type { KillAt } from './protocol.ts';
import type { NetworkState } from './relay.ts';

/** A kit that somebody wants. */
export interface WantedKit {
  /** Requested here, or followed by the id that somebody else's request got. */
  by: 'request' | 'track';
  /** The service takes it on and says at get-PDF that it can't be generated. */
  not_covered: boolean;
  /** Asked for in this life of the process, so many ms after its start. */
  asked_in: number;
  asked_at_ms: number;
  /** A followed kit is generated so many ms after it was added. */
  ready_in_ms: number;
  departs: boolean;
}

/** Something that happens outside the engine's process, or to its clocks. */
export type Act =
  | { what: 'network'; where: 'auth' | 'api' | 'storage' | 'everywhere'; state: NetworkState; for_ms: number }
  | { what: 'cut' }
  | { what: 'duplicate'; answers: number }
  /** So many bytes are left. */
  | { what: 'disk full'; left: number; for_ms: number }
  | { what: 'read only'; for_ms: number }
  | { what: 'folder gone'; for_ms: number }
  /** The wall clock is set. */
  | { what: 'jump'; ms: number }
  /** The machine sleeps. */
  | { what: 'leap'; ms: number }
  | { what: 'tokens expire' }
  | { what: 'wake' }
  /** A person. */
  | { what: 'cancel'; kit: number };

/** How a life of the process ends; every one but a stop is a SIGKILL. */
export type LifeEnd =
  | { by: 'step'; kill: KillAt; within_ms: number }
  | {
      by: 'journal';
      operation: 'auth' | 'request' | 'pdf' | 'storage';
      nth: number;
      when: 'arrived' | 'answered';
      plus_ms: number;
      within_ms: number;
    }
  | { by: 'time'; within_ms: number }
  | { by: 'stop'; within_ms: number }
  /** Nothing fails any more, and without a new start every kit comes to its end. */
  | { by: 'settling' };

export interface Life {
  faults: FaultRule[];
  acts: { at_ms: number; act: Act }[];
  end: LifeEnd;
  /** What happens to a document on the disk before this life. */
  before: 'nothing' | 'a document vanishes' | 'a document is cut short';
}

export interface Scenario {
  seed: number;
  /** How many times faster than the machine's the engine's clock is. */
  factor: number;
  kits: WantedKit[];
  parallel: { requests: number; downloads: number };
  /** What is on the small volume: nothing, the documents, or the database as well. */
  volume: 'none' | 'documents' | 'everything';
  /** The API is behind a relay that can send answers twice. */
  duplicates: boolean;
  lives: Life[];
  /** Whether the person, at the end, has unconfirmed kits requested again. */
  request_again: boolean;
}

export const USUAL_FACTOR = 40;
/** Slow enough that a burst of polls can be told from a limited one. */
const CROWD_FACTOR = 4;
const HOUR_MS = 3_600_000;

/** Draws the scenario of a seed. */
export function drawScenario(seed: number): Scenario {
  const random = seeded(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 8; i += 1) random.next();
  if (random.chance(0.04)) return crowd(seed, random);
  const volume = random.pick(['none', 'none', 'documents', 'everything'] as const);
  const lives = random.integer(1, 4);
  const kits = Array.from({ length: random.integer(1, 8) }, (_, i): WantedKit => {
    const asked_in = i === 0 || random.chance(0.4) ? 0 : random.integer(0, lives - 1);
    return {
      by: random.chance(0.15) ? 'track' : 'request',
      not_covered: random.chance(0.06),
      asked_in,
      asked_at_ms: random.chance(0.6) ? 0 : random.integer(0, 400),
      ready_in_ms: random.integer(0, 700),
      departs: random.chance(0.7),
    };
  });
  const duplicates = random.chance(0.25);
  return {
    seed,
    factor: USUAL_FACTOR,
    kits,
    parallel: { requests: random.integer(1, 4), downloads: random.integer(1, 3) },
    volume,
    duplicates,
    lives: Array.from({ length: lives }, (_, i) => drawLife(random, i, lives, { volume, duplicates, kits })),
    request_again: random.chance(0.5),
  };
}

/** Fifty kits that are followed at once. */
function crowd(seed: number, random: Random): Scenario {
  const kit = (): WantedKit => ({
    by: 'track',
    not_covered: false,
    asked_in: 0,
    asked_at_ms: 0,
    ready_in_ms: random.integer(0, 2_000),
    departs: false,
  });
  const burst: FaultRule[] = random.chance(0.5)
    ? [
        {
          on: 'pdf',
          after: random.integer(0, 60),
          times: random.integer(1, 12),
          do: { action: 'status', status: 503 },
        },
      ]
    : [];
  return {
    seed,
    factor: CROWD_FACTOR,
    kits: Array.from({ length: 50 }, kit),
    parallel: { requests: 4, downloads: 3 },
    volume: 'none',
    duplicates: false,
    lives: [
      {
        faults: burst,
        acts: random.chance(0.5)
          ? [{ at_ms: random.integer(500, 1500), act: { what: 'tokens expire' } }]
          : [],
        end: { by: 'settling' },
        before: 'nothing',
      },
    ],
    request_again: false,
  };
}

interface Surroundings {
  volume: Scenario['volume'];
  duplicates: boolean;
  kits: readonly WantedKit[];
}

function drawLife(random: Random, n: number, lives: number, around: Surroundings): Life {
  const faults = Array.from({ length: random.integer(0, 4) }, () => drawFault(random));
  const acts = Array.from({ length: random.integer(0, 3) }, () => ({
    at_ms: random.integer(0, 900),
    act: drawAct(random, around),
  }));
  const damage = n > 0 && random.chance(0.12);
  return {
    faults,
    acts,
    end: n === lives - 1 && random.chance(0.35) ? { by: 'settling' } : drawEnd(random),
    before: damage ? random.pick(['a document vanishes', 'a document is cut short'] as const) : 'nothing',
  };
}

function drawEnd(random: Random): LifeEnd {
  const within_ms = random.integer(300, 1500);
  const by = random.next();
  if (by < 0.5) {
    const step = killSteps[random.integer(0, killSteps.length - 1)] ?? 'after publish';
    // It ends sooner where the process comes to that step.
    return { by: 'step', kill: { step, nth: random.pick([1, 1, 1, 1, 2, 3]) }, within_ms: 1_800 };
  }
  if (by < 0.75) {
    return {
      by: 'journal',
      operation: random.pick(['auth', 'request', 'request', 'pdf', 'storage', 'storage'] as const),
      nth: random.pick([1, 1, 2, 3, 6]),
      when: random.pick(['arrived', 'answered'] as const),
      plus_ms: random.pick([0, 0, 1, 3, 10]),
      within_ms,
    };
  }
  if (by < 0.9) return { by: 'time', within_ms };
  return { by: 'stop', within_ms };
}

function drawAct(random: Random, { volume, duplicates, kits }: Surroundings): Act {
  const for_ms = random.integer(50, 700);
  const acts: Act[] = [
    {
      what: 'network',
      where: random.pick(['everywhere', 'everywhere', 'auth', 'api', 'storage'] as const),
      state: random.pick(['refusing', 'resetting', 'silent'] as const),
      for_ms,
    },
    { what: 'cut' },
    { what: 'jump', ms: random.pick([-3, -1, -0.01, 0.01, 1, 5]) * HOUR_MS },
    { what: 'leap', ms: random.pick([0.02, 0.1, 1]) * HOUR_MS },
    { what: 'tokens expire' },
    { what: 'wake' },
    { what: 'cancel', kit: random.integer(0, kits.length - 1) },
  ];
  if (duplicates) acts.push({ what: 'duplicate', answers: random.integer(1, 4) });
  // Below and just above what the engine wants to see free before a download.
  const left = random.pick([0, 0, 200_000, 16 * 1024 ** 2 + 100_000, 17 * 1024 ** 2]);
  if (volume === 'none') acts.push({ what: 'folder gone', for_ms });
  else acts.push({ what: 'disk full', left, for_ms }, { what: 'disk full', left, for_ms });
  if (volume === 'documents') acts.push({ what: 'read only', for_ms });
  return acts[random.integer(0, acts.length - 1)] ?? { what: 'cut' };
}

function drawFault(random: Random): FaultRule {
  const on = random.pick(['auth', 'request', 'request', 'pdf', 'pdf', 'storage', 'storage'] as const);
  const action = drawAction(random, on);
  const burst = action.action === 'status' && random.chance(0.4);
  return {
    on,
    after: random.pick([0, 0, 0, 1, 2, 4]),
    times: burst ? random.integer(3, 8) : random.pick([1, 1, 2]),
    do: action,
  };
}

function drawAction(random: Random, on: FaultRule['on']): FaultAction {
  const bytes = on === 'storage' ? random.integer(0, 400_000) : random.integer(0, 40);
  const retry = random.chance(0.5) ? { retry_after: random.integer(1, 8) } : {};
  const form = random.chance(0.3) ? { retry_after_form: 'date' as const } : {};
  const actions: FaultAction[] = [
    { action: 'drop' },
    { action: 'drop', processed: true },
    { action: 'delay', ms: random.chance(0.15) ? 3200 : random.integer(20, 600) },
    { action: 'status', status: 429, ...retry, ...form },
    { action: 'status', status: random.pick([500, 502, 503, 504]), ...retry },
    { action: 'cut', bytes },
    { action: 'stall', bytes },
  ];
  if (on === 'auth') return actions[random.integer(0, actions.length - 1)] ?? { action: 'drop' };
  actions.push({ action: 'expire' });
  if (on !== 'storage') actions.push({ action: 'status', status: 401 });
  if (on === 'request') {
    actions.push({ action: 'drop', processed: true });
    actions.push({ action: 'wrong_content', what: random.pick(['bad_json', 'html', 'empty_202'] as const) });
  }
  if (on === 'pdf') {
    const what = random.pick(['empty_202', 'bad_json', 'no_url', 'html'] as const);
    const message = { code: '202', type: 'Info', message: 'Being generated again.' };
    actions.push({ action: 'code_301' }, { action: 'wrong_content', what });
    actions.push({ action: 'messages', status: 202, messages: [message] });
  }
  if (on === 'storage') {
    const what = random.pick(['html', 'truncated_pdf'] as const);
    actions.push({ action: 'change_etag' }, { action: 'wrong_content', what }, { action: 'redirect' });
    actions.push({ action: 'cut', bytes }, { action: 'stall', bytes });
    actions.push({ action: 'status', status: random.pick([403, 404, 410]) });
  }
  return actions[random.integer(0, actions.length - 1)] ?? { action: 'drop' };
}
