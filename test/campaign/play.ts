/** Plays one scenario against the stage and gathers the evidence. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalEntry } from '../demo-service/journal.ts';
import type { EngineChild, Start } from './engine-child.ts';
import type { Evidence, Inspection, LivedLife } from './evidence.ts';
import { hashDocuments, readLibrary } from './inspection.ts';
import { Laptop } from './laptop.ts';
import { Person } from './person.ts';
import type { SeenKit } from './protocol.ts';
import type { Act, Life, LifeEnd, Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';

/** Short, so that a stall costs a second; still many times what a busy machine needs. ms of the machine. */
const LIMITS = { connect: 4_000, head: 2_500, silence: 1_500, call: 5_000 };
/** Once nothing fails any more, everything is at its end within this time, ms of the machine. */
const SETTLED_MS = 15_000;
const FINISHED_MS = 30_000;
const LOOK_EVERY_MS = 40;
/** Longer than any kit's generation, ms of the machine. */
const ASLEEP_MS = 800;

export interface Place {
  stage: Stage;
  /** For the folders of runs. */
  folder: string;
  /** A process that waits for its start. */
  nextChild: () => EngineChild;
  /** Whether volumes can be mounted here. */
  real_disk: boolean;
}

export interface Played {
  evidence: Evidence;
  /** What the processes wrote, life by life: for people. */
  log: string[];
}

export async function play(place: Place, scenario: Scenario): Promise<Played> {
  const laptop = await Laptop.make(place.folder, scenario, place.real_disk);
  const run = new Run(place, scenario, laptop);
  try {
    return await run.play();
  } finally {
    await run.end();
    await laptop.close();
  }
}

class Run {
  readonly #place: Place;
  readonly #scenario: Scenario;
  readonly #laptop: Laptop;
  readonly #person: Person;
  readonly #journalFrom: number;
  readonly #lives: LivedLife[] = [];
  readonly #inspections: Inspection[] = [];
  readonly #acts: Record<string, number> = {};
  readonly #stuck: Evidence['stuck'] = [];
  readonly #log: string[] = [];
  /** Acts that go on, each until its time is over. */
  readonly #acting = new Set<Promise<void>>();
  #over = new AbortController();
  /** Documents that the scenario has harmed and that no start has looked at since. */
  readonly #harmed = new Set<string>();
  #child: EngineChild | null = null;

  constructor(place: Place, scenario: Scenario, laptop: Laptop) {
    this.#place = place;
    this.#scenario = scenario;
    this.#laptop = laptop;
    this.#journalFrom = place.stage.service.journal().length;
    this.#person = new Person(place.stage, scenario, `R${scenario.seed}`);
  }

  async play(): Promise<Played> {
    const { lives } = this.#scenario;
    for (const [n, life] of lives.entries()) await this.#live(life, n);
    await this.#heal();
    await this.#lastLife();
    const journal = this.#place.stage.service.journal().slice(this.#journalFrom);
    const ours = new Set(this.#person.kits.map(({ name }) => name));
    const kits = (await this.#place.stage.kits()).filter(({ name }) => ours.has(name));
    return {
      log: this.#log,
      evidence: {
        kits: this.#person.kits,
        service_kits: kits,
        journal,
        lives: this.#lives,
        ends: lives.length,
        acts: this.#acts,
        failures: this.#person.failures,
        inspections: this.#inspections,
        stuck: this.#stuck,
      },
    };
  }

  /** Leaves the stage as it was found. */
  async end(): Promise<void> {
    await this.#heal();
    if (this.#child?.alive) await this.#child.kill();
  }

  async #live(life: Life, n: number): Promise<void> {
    const { service } = this.#place.stage;
    if (life.before !== 'nothing') await this.#harm(life.before);
    service.faults(life.faults);
    const { lived, child, started } = await this.#start(life.end.by === 'step' ? life.end : null, n);
    if (started === 'started') {
      const asking = this.#person.times(n).map(async (at) => {
        await this.#wait(at);
        if (child.alive) await this.#person.ask(child, n, at);
      });
      for (const { at_ms, act } of life.acts) this.#act(act, at_ms, child, lived);
      await Promise.all([this.#endLife(life.end, child, lived, n), ...asking]);
    }
    await this.#inspect(child, lived, `after life ${n + 1}, which ended by ${describeEnd(life.end)}`);
  }

  async #lastLife(): Promise<void> {
    const n = this.#scenario.lives.length;
    const { lived, child, started } = await this.#start(null, n);
    if (started === 'started') {
      await this.#person.ask(child, n, 0);
      await this.#comeDue(child);
      const left = await this.#until(FINISHED_MS, child, async (kits) => {
        if (await this.#person.press(child, kits)) return false;
        return this.#person.content(kits);
      });
      for (const kit of left) {
        this.#log.push(`not at its end: ${kit.flight ?? kit.tripkit_id}: ${kit.state}: ${kit.activity}`);
      }
      // Once more, so that a failure that came last is seen too.
      await this.#person.look(child);
      await child.order({ do: 'stop' });
    }
    await this.#inspect(child, lived, 'at the end');
  }

  async #start(
    end: Extract<LifeEnd, { by: 'step' }> | null,
    n: number,
  ): Promise<{ child: EngineChild; lived: LivedLife; started: Start }> {
    const child = this.#place.nextChild();
    this.#child = child;
    const { stage } = this.#place;
    const { identity } = stage.service;
    const lived: LivedLife = {
      from: Date.now(),
      to: Date.now(),
      factor: this.#scenario.factor,
      leaps: [],
      not_started: null,
      crashed: false,
      end: 'an orderly stop',
    };
    this.#lives.push(lived);
    const started = await child.start({
      user_data: this.#laptop.user_data,
      profile_id: 'campaign',
      profile: stage.profile(this.#scenario),
      identity: { key: identity.key_pem, cert: identity.cert_pem },
      clock: this.#laptop.clock(),
      limits: LIMITS,
      seed: this.#scenario.seed + n,
      kill: end?.kill ?? null,
    });
    if (started === 'started') {
      this.#harmed.clear();
      await this.#person.look(child);
    } else if (started === 'gone') {
      lived.end = 'SIGKILL between two steps';
    } else {
      lived.end = 'no start, for the disk';
      lived.not_started = started.not_started;
      await child.kill();
    }
    return { child, lived, started };
  }

  async #endLife(end: LifeEnd, child: EngineChild, lived: LivedLife, n: number): Promise<void> {
    if (end.by === 'settling') {
      await this.#settle(child, n);
    } else if (end.by === 'journal') {
      const over = AbortSignal.any([AbortSignal.timeout(end.within_ms), this.#over.signal]);
      await this.#place.stage.service.until(journalPoint(end, lived.from), over).catch(() => {});
      if (end.plus_ms > 0) await delay(end.plus_ms);
    } else {
      const limit = new AbortController();
      const late = delay(end.within_ms, undefined, { signal: limit.signal }).catch(() => {});
      await Promise.race([child.ended, late]);
      limit.abort();
    }
    lived.end = child.alive ? 'SIGKILL at some time' : 'SIGKILL between two steps';
    if (end.by === 'journal') lived.end = 'SIGKILL upon a request';
    if (end.by === 'stop') lived.end = 'an orderly stop';
    if (end.by === 'stop' && child.alive) await child.order({ do: 'stop' });
    else if (child.alive) await child.kill();
    await child.ended;
  }

  /** Nothing fails any more and nobody presses anything: the app goes on by itself. */
  async #settle(child: EngineChild, n: number): Promise<void> {
    await this.#wait(700);
    await this.#heal();
    await this.#person.ask(child, n, Infinity);
    await this.#comeDue(child);
    const left = await this.#until(SETTLED_MS, child, async (kits) =>
      kits.every(({ state }) => !['planned', 'requesting', 'generating', 'downloading'].includes(state)),
    );
    for (const { flight, tripkit_id, state, activity } of left) {
      const when = `in life ${n + 1}, ${SETTLED_MS} ms after the last fault (activity: ${activity})`;
      this.#stuck.push({ name: flight ?? tripkit_id ?? '', state, when });
    }
  }

  /** Looks until `done` or so many ms are over; answers with the kits that are not at an end then. */
  async #until(
    within_ms: number,
    child: EngineChild,
    done: (kits: SeenKit[]) => Promise<boolean>,
  ): Promise<SeenKit[]> {
    const until = performance.now() + within_ms;
    for (;;) {
      const kits = await this.#person.look(child);
      if (kits === null || (await done(kits))) return [];
      if (performance.now() > until) {
        return kits.filter(({ state }) =>
          ['planned', 'requesting', 'generating', 'downloading'].includes(state),
        );
      }
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Winds the clock on until all planned kits are due: as a long sleep, it makes a token old. */
  async #comeDue(child: EngineChild): Promise<void> {
    this.#acts['come due'] = (this.#acts['come due'] ?? 0) + 1;
    await child.order({ do: 'come_due' });
  }

  #act(act: Act, at_ms: number, child: EngineChild, lived: LivedLife): void {
    const acting = (async () => {
      await this.#wait(at_ms);
      if (this.#over.signal.aborted) return;
      await this.#perform(act, child, lived);
    })()
      .catch((error: unknown) => {
        this.#log.push(`The campaign's act "${act.what}" failed: ${String(error)}`);
      })
      .finally(() => this.#acting.delete(acting));
    this.#acting.add(acting);
  }

  async #perform(act: Act, child: EngineChild, lived: LivedLife): Promise<void> {
    const { stage } = this.#place;
    const laptop = this.#laptop;
    this.#acts[act.what] = (this.#acts[act.what] ?? 0) + 1;
    switch (act.what) {
      case 'network':
        await stage.network(act.where, act.state);
        await this.#wait(act.for_ms);
        await stage.network(act.where, 'there');
        return;
      case 'cut':
        stage.cut();
        return;
      case 'duplicate':
        stage.duplicate(act.answers);
        return;
      case 'disk full':
        await laptop.fill(act.left);
        if (!laptop.realDisk) await child.order({ do: 'say_full', full: true });
        await this.#wait(act.for_ms);
        await laptop.free();
        if (!laptop.realDisk) await child.order({ do: 'say_full', full: false });
        return;
      case 'read only':
        await laptop.beReadOnly();
        await this.#wait(act.for_ms);
        await laptop.beWritable();
        return;
      case 'folder gone':
        await laptop.takeDocumentsAway();
        await this.#wait(act.for_ms);
        await laptop.bringDocumentsBack();
        return;
      case 'jump':
        laptop.moved(act.ms);
        await child.order({ do: 'jump', ms: act.ms });
        return;
      case 'leap':
        // The service goes on meanwhile: what was being generated is there when the machine wakes up.
        laptop.moved(act.ms);
        lived.leaps.push({ at: Date.now() + ASLEEP_MS, ms: act.ms });
        await child.order({ do: 'leap', ms: act.ms, asleep_ms: ASLEEP_MS });
        return;
      case 'tokens expire':
        stage.service.expireTokens();
        return;
      case 'wake':
        await child.order({ do: 'wake' });
        return;
      case 'cancel':
        await this.#person.cancel(child, act.kit);
        return;
    }
  }

  /** Waits, or goes on at once when all faults are to end. */
  async #wait(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#over.signal }).catch(() => {});
  }

  /** Ends every fault, those whose time is not over too. */
  async #heal(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#acting);
    this.#over = new AbortController();
    await this.#place.stage.heal();
    await this.#laptop.heal();
  }

  async #harm(how: 'a document vanishes' | 'a document is cut short'): Promise<void> {
    const rows = this.#inspections.at(-1)?.rows ?? [];
    const harmed = await this.#laptop.harm(how, rows).catch(() => null);
    if (harmed) this.#harmed.add(harmed.id);
  }

  async #inspect(child: EngineChild, lived: LivedLife, when: string): Promise<void> {
    await child.ended;
    lived.to = Date.now();
    lived.crashed = child.crashed;
    this.#log.push(`--- ${when}`, ...child.log);
    const { user_data, documents, scratch } = this.#laptop;
    const { integrity, rows, histories } = await readLibrary(user_data, scratch);
    this.#log.push(...histories);
    const unharmed = rows.filter(({ id }) => !this.#harmed.has(id));
    const found = this.#laptop.documentsThere ? await hashDocuments(documents, unharmed) : null;
    this.#inspections.push({
      when,
      integrity,
      rows,
      // The folder may have gone while it was looked at.
      documents: this.#laptop.documentsThere ? found : null,
      confirmed: this.#person.confirmed,
    });
  }
}

/** Matches when the nth request of its kind has come in this life. */
function journalPoint(end: Extract<LifeEnd, { by: 'journal' }>, from: number) {
  const met = new Set<number>();
  return (entry: JournalEntry): boolean => {
    if (entry.kind !== 'request' || Date.parse(entry.at) < from) return false;
    // Its operation is known a moment after it arrives.
    const operation = entry.operation === 'other' ? operationAt(entry) : entry.operation;
    if (operation !== end.operation) return false;
    if (end.when === 'answered' && entry.status === null) return false;
    met.add(entry.n);
    return met.size >= end.nth;
  };
}

function operationAt({ server, path }: { server: string; path: string }): string {
  if (server !== 'api') return server;
  return path.endsWith('/pdf') ? 'pdf' : 'request';
}

function describeEnd(end: LifeEnd): string {
  if (end.by === 'step') return `SIGKILL at "${end.kill.step}" (${end.kill.nth})`;
  if (end.by === 'journal') return `SIGKILL once ${end.operation} ${end.nth} had ${end.when}`;
  return end.by === 'stop' ? 'an orderly stop' : `SIGKILL (${end.by})`;
}
