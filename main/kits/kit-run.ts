/**
 * One kit's run, from its last written state to an end. Every step is written before the next outward one, so a process
 * that dies at any point continues at its next start.
 */
import { TripKitError, toFailure } from '../common/errors.ts';
import { sleepUntil, withTimeLimit } from '../common/wait.ts';
import { CallFailure } from '../service/answer.ts';
import { UrlRefused } from '../service/download.ts';
import type { TripKitPdf } from '../service/trip-kit-service.ts';
import type { KitRecord } from '../store/kit-record.ts';
import { backoffDelay } from './circuit-breaker.ts';
import type { DocumentInTheMaking } from './kit-documents.ts';
import { EARLIEST_POLL_MS } from './learned-times.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { Semaphore } from './rate-limit.ts';
import { PROGRESS_BYTES, receiveDocument } from './receive-document.ts';
import type { KitRunContext } from './run-context.ts';
import { waitAfter, whileTrying } from './waits.ts';

/** How often a failed write to the store is repeated, ms. */
const WRITE_AGAIN_MS = 2_000;
/** Two checks of the deadline are at most one poll's wait apart; a longer gap is not our waiting (the laptop slept), ms. */
const LONGEST_GAP_MS = 60_000;
/** How often a refused URL is replaced and an unsound document is fetched again before that is a failure. */
const FRESH_URLS = 3;
const FRESH_DOCUMENTS = 1;
/** Space for what is written besides the document, bytes. */
const SPARE_BYTES = 16 * 1024 ** 2;

/** Runs the kit until it has ended. Rejects only with an AbortError, or if the store itself fails. */
export function runKit(context: KitRunContext): Promise<void> {
  return new KitRun(context).run();
}

class KitRun {
  readonly #context: KitRunContext;
  /** Monotonic ms at which generation began, as far as this run knows. */
  #generatingSince: number | null = null;
  /** Whether that is the time when the service accepted the request, seen by this run. */
  #ageKnown = false;
  #polls = 0;
  /** Consecutive failed tries. */
  #failures = 0;
  /** The last failure: the reason that is given when the deadline has passed. */
  #trouble: CallFailure | null = null;
  /** Since when calls fail, ms since 1970 UTC; null while they succeed. */
  #failingSince: number | null = null;
  /** The fresh URL of the PDF: kept in memory only, never written. */
  #url: string | null = null;
  /** The hash that the document must have; null: nobody has named one. */
  #sha256: string | null = null;
  /** When the service last said that it is generating the kit, by its clock, ms since 1970 UTC; null if this run was never told so. */
  #seenGenerating: number | null = null;

  constructor(context: KitRunContext) {
    this.#context = context;
  }

  async run(): Promise<void> {
    const { signal, waiting, through, woken, clock } = this.#context;
    for (;;) {
      signal.throwIfAborted();
      const { state } = this.#context.kit();
      try {
        if (state === 'requesting') await this.#request();
        else if (state === 'generating') await this.#awaitGenerated();
        else if (state === 'downloading') await this.#fetchDocument();
        else return;
      } catch (error) {
        if (signal.aborted || !(error instanceof TripKitError)) throw error;
        if (error.kind === 'identity') {
          through(null);
          waiting({
            reason: 'identity',
            text: whileTrying(error.message),
            since: clock.now(),
            until: null,
            may_try: true,
          });
          await woken(signal);
          waiting(null);
        } else {
          // This kit's own last failure is a better reason than that of another call to the same server.
          const others = error instanceof CallFailure && error.of_another_call;
          await this.#write({
            type: 'failed',
            failure: toFailure(others ? (this.#trouble ?? error) : error),
          });
        }
      }
    }
  }

  /** Requests the kit. Sent again automatically only if the service certainly did not accept the request. */
  async #request(): Promise<void> {
    const { profile, signal, waiting, through } = this.#context;
    const kit = this.#context.kit();
    const { trip } = kit;
    if (!trip) throw new TripKitError('config', 'This kit has no trip to request. Remove it.');
    through(profile.breaker);
    this.#waitForTurn(profile.requests, 'requested');
    await profile.requests.run(urgency(kit), signal, async () => {
      waiting(null);
      const service = await profile.service();
      const left = this.#deadline();
      for (;;) {
        try {
          const accepted = await this.#withinDeadline(left, (limited) =>
            profile.breaker.run(limited, async () => {
              await service.prepareRequest(limited);
              await this.#write({ type: 'sending' });
              // A request in flight is not cut short by a deadline: its answer says whether the service accepted it.
              return service.request(trip, this.#context.requestSignal);
            }),
          );
          this.#generatingSince = this.#context.clock.monotonic();
          this.#ageKnown = true;
          this.#wentWell();
          this.#noteRequest(service.clock_off_ms);
          await this.#write({ type: 'accepted', ...accepted });
          return;
        } catch (error) {
          if (await this.#isAnswerLost(error)) return;
          await this.#waitAfter(error, left());
        }
      }
    });
  }

  #noteRequest(off: number): void {
    const { dates, kit } = this.#context;
    const { id, requested_at } = kit();
    dates.requested(id, off === 0 || requested_at === null ? null : requested_at + off);
  }

  /** Whether the request may have arrived although no answer came back: then a person decides what to do. */
  async #isAnswerLost(error: unknown): Promise<boolean> {
    if (!(error instanceof CallFailure)) throw error;
    const taken = error.maybe_received && error.status !== 429;
    if (taken && error.status === undefined) {
      const message = `No answer to the request came. ${firstSentence(error.message)} The service may already be generating this kit: check with your scheduler before you request it again.`;
      await this.#write({ type: 'answer_lost', failure: { kind: 'network', message } });
      return true;
    }
    // The service accepted it under an unknown id: a retry would generate the kit twice.
    if (error.condition === 'no_tripkit_id') {
      await this.#write({ type: 'answer_lost', failure: toFailure(error) });
      return true;
    }
    if (taken || error.remedy !== 'wait') throw error;
    if (this.#context.kit().requested_at !== null)
      await this.#write({ type: 'not_sent', why: error.message });
    return false;
  }

  /** Polls until the service says that the PDF is available. */
  async #awaitGenerated(): Promise<void> {
    const { clock, signal, profile, kit, through } = this.#context;
    const { id, state_since } = kit();
    // After a restart only the wall clock knows the age, and it may have jumped: so it never makes the wait longer than the
    // 5 s rule, nor the deadline shorter than a whole one from now.
    this.#generatingSince ??=
      clock.monotonic() - Math.min(Math.max(clock.now() - state_since, 0), EARLIEST_POLL_MS);
    const since = this.#generatingSince;
    const followedSince = clock.monotonic();
    const left = this.#deadline(since);
    const age = () => clock.monotonic() - since;
    try {
      for (;;) {
        const pause = this.#pollDelay(age(), clock.monotonic() - followedSince);
        through(profile.breaker, pause);
        if (pause > 0) await clock.sleep(Math.min(pause, Math.max(left(), 0)), signal);
        if (left() <= 0) throw this.#outOfTime();
        try {
          const answer = await this.#withinDeadline(left, (limited) => this.#poll(limited));
          if (answer.state === 'generated') {
            if (this.#ageKnown) profile.estimator.came(id, age());
            // If it is generated again, the start of that is not known.
            this.#ageKnown = false;
            await this.#write({ type: 'generated', messages: answer.messages });
            return;
          }
          if (this.#ageKnown) profile.estimator.notThere(id, age());
        } catch (error) {
          await this.#waitAfter(error, left());
        }
      }
    } finally {
      profile.estimator.left(id);
    }
  }

  /** How long to wait before the next get-PDF call, ms. */
  #pollDelay(age: number, followed: number): number {
    const { profile, kit } = this.#context;
    const { id, requested_at } = kit();
    if (this.#ageKnown) return profile.estimator.delay(id, age);
    const tooEarly = requested_at === null || this.#polls > 0 ? 0 : EARLIEST_POLL_MS - age;
    return Math.max(profile.estimator.followDelay(followed, this.#polls), tooEarly);
  }

  /** Makes one get-PDF call within the limits that all kits share; keeps the URL from its answer. */
  async #poll(signal: AbortSignal): Promise<TripKitPdf> {
    const { profile, polls, kit, through } = this.#context;
    const service = await profile.service();
    through(profile.breaker);
    const answer = await profile.breaker.run(signal, () =>
      polls.semaphore.run(urgency(kit()), signal, async () => {
        await polls.rate.turn(signal);
        this.#polls += 1;
        return service.pdf(kit().tripkit_id ?? '', signal);
      }),
    );
    this.#wentWell();
    this.#url = answer.state === 'generated' ? answer.url : null;
    this.#sha256 = answer.state === 'generated' ? (answer.sha256 ?? null) : null;
    this.#noteGeneration(answer.state, service.clock_off_ms);
    return answer;
  }

  /** The generation time is known only for a kit that was seen being generated. */
  #noteGeneration(state: TripKitPdf['state'], off: number): void {
    const { dates, kit, clock } = this.#context;
    const { id, profile_id } = kit();
    const now = clock.now() + off;
    dates.clockOff(profile_id, off);
    if (state === 'generated' && this.#seenGenerating !== null) {
      // If the clock was set meanwhile, the time is not known.
      const seen = this.#seenGenerating <= now ? { from: this.#seenGenerating, at: now } : null;
      dates.learned(id, 'service', seen);
    }
    this.#seenGenerating = state === 'generating' ? now : null;
  }

  /** Downloads, verifies and publishes the kit's document; then the kit is ready, or generating again. */
  async #fetchDocument(): Promise<void> {
    const { profile, documents, dates, clock, signal, waiting, through, progress } = this.#context;
    const kit = this.#context.kit();
    through(this.#url === null ? profile.breaker : profile.storageBreaker);
    this.#waitForTurn(profile.downloads, 'downloaded');
    await profile.downloads.run(urgency(kit), signal, async () => {
      waiting(null);
      for (let unsound = 0; ; unsound += 1) {
        const document = await documents.open(kit);
        // What an earlier run has downloaded counts as progress from the start.
        const { received, total } = document;
        progress(received > 0 ? { received, total } : null);
        try {
          if (!(await this.#download(document))) {
            await this.#write({ type: 'generating_again' });
            return;
          }
          through(null);
          const { bytes, sha256 } = await document.finish();
          if (this.#sha256 !== null && sha256 !== this.#sha256) throw anotherDocument();
          const { path } = document;
          const { pages } = await documents.verify(path, signal);
          const now = clock.now() + (await profile.service()).clock_off_ms;
          await dates.arrived(kit.id, { path, sha256, now }, signal);
          await documents.publish(kit, document);
          await this.#write({ type: 'verified', document: { bytes, sha256, pages } });
          return;
        } catch (error) {
          if (!(error instanceof TripKitError) || error.kind !== 'document') throw error;
          await document.discard();
          progress(null);
          if (unsound === FRESH_DOCUMENTS || isUnacceptable(error)) throw error;
          this.#url = null;
        } finally {
          await document.close();
        }
      }
    });
  }

  /** Whether the complete document has arrived; false if the service says that it is being generated again. */
  async #download(document: DocumentInTheMaking): Promise<boolean> {
    const { profile, signal, through } = this.#context;
    const service = await profile.service();
    for (let refused = 0; ; ) {
      const before = document.received;
      try {
        if (this.#url === null && (await this.#poll(signal)).state === 'generating') return false;
        const url = this.#url ?? '';
        through(profile.storageBreaker);
        await profile.storageBreaker.run(signal, () =>
          receiveDocument(this.#context, service, url, document, (total) => this.#requireSpace(total)),
        );
        this.#wentWell();
        return true;
      } catch (error) {
        if (error instanceof UrlRefused) {
          refused += 1;
          if (refused === FRESH_URLS) throw error;
          this.#url = null;
        } else {
          if (isTemporary(error) && document.received - before >= PROGRESS_BYTES) this.#wentWell();
          await this.#waitAfter(error);
        }
      }
    }
  }

  /** Shows that other kits go first, if they do. */
  #waitForTurn(semaphore: Semaphore, what: 'requested' | 'downloaded'): void {
    const { waiting, clock } = this.#context;
    const { places, full } = semaphore;
    const text = `Waiting for its turn: ${places === 1 ? 'one kit is' : `${places} kits are`} ${what} at a time.`;
    waiting(full ? { reason: 'turn', text, since: clock.now(), until: null, may_try: false } : null);
  }

  /** Refuses a document that does not fit on the disk, before its first byte. */
  async #requireSpace(total: number | null): Promise<void> {
    const needed = (total ?? 0) + SPARE_BYTES;
    if ((await this.#context.documents.freeSpace()) >= needed) return;
    throw new TripKitError(
      'disk',
      `There is no room for the document (${Math.ceil(needed / 1e6)} MB are needed). Make room on this disk and try again.`,
      { condition: 'no_space' },
    );
  }

  /**
   * Writes an event, and waits while the disk can't be written: an answer of the service must not be lost to a disk that is
   * full for a minute, and nothing is sent before the event is written.
   *
   * @throws TripKitError of kind `config` if the kit's state does not allow the event; an AbortError
   */
  async #write(event: LifecycleEvent): Promise<void> {
    const { apply, waiting, clock, requestSignal } = this.#context;
    const since = clock.now();
    for (let waited = false; ; waited = true) {
      try {
        apply(event);
        if (waited) waiting(null);
        return;
      } catch (error) {
        if (!(error instanceof TripKitError) || error.kind !== 'disk') throw error;
        const text = whileTrying(error.message);
        waiting({ reason: 'disk', text, since, until: null, may_try: false });
        // Not `signal`: an answer that came while the engine stops deserves a last try.
        await clock.sleep(WRITE_AGAIN_MS, requestSignal);
      }
    }
  }

  /**
   * The remaining time of a wait that began at `since`, monotonic ms; zero or less when it is over.
   *
   * If outages stop the clock, only time in which the service could be called counts: not an outage, and not the hours of a
   * sleeping laptop, which some systems' monotonic clocks count (Windows does, Linux does not).
   */
  #deadline(since = this.#context.clock.monotonic()): () => number {
    const { clock, profile, patience } = this.#context;
    const { deadline_ms, outages_stop_the_clock } = patience;
    if (!outages_stop_the_clock) return () => deadline_ms - (clock.monotonic() - since);
    let counted = 0;
    let last = since;
    let downBefore = profile.breaker.down_ms;
    return () => {
      const now = clock.monotonic();
      const down = profile.breaker.down_ms;
      counted += Math.min(Math.max(now - last - (down - downBefore), 0), LONGEST_GAP_MS);
      last = now;
      downBefore = down;
      return deadline_ms - counted;
    };
  }

  /**
   * Does work that ends at the deadline, even if it hangs or waits for its turn. If outages stop the clock, only the work's
   * own limits end it.
   */
  #withinDeadline<T>(left: () => number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, patience, signal } = this.#context;
    if (patience.outages_stop_the_clock) return work(signal);
    return withTimeLimit(Math.max(left(), 0), () => this.#outOfTime(), clock, signal, work);
  }

  /**
   * Waits after a failed call, until it is woken at the latest. Gives up after too many failures in a row, or if the wait
   * would pass the deadline.
   *
   * @param left_ms the time left until the deadline
   * @throws the error itself, also if waiting does not help
   */
  async #waitAfter(error: unknown, left_ms = Infinity): Promise<void> {
    const { clock, patience, random, signal, waiting, woken } = this.#context;
    if (!isTemporary(error)) throw error;
    // A 429 comes from a healthy service that asks for patience; only the deadline ends that.
    const asksForPatience = error.status === 429;
    this.#trouble = asksForPatience ? null : error;
    this.#failingSince ??= clock.now();
    if (!asksForPatience) this.#failures += 1;
    if (this.#failures >= patience.max_failures) throw error;
    const wait = error.retry_after_ms ?? backoffDelay(Math.max(this.#failures, 1), random);
    const shown = waitAfter(error, this.#failingSince, clock.now() + wait);
    waiting(shown);
    // If an outage stops the clock, so does a wait that the server asked for, however long.
    const late = patience.outages_stop_the_clock ? left_ms <= 0 : wait >= left_ms;
    if (late) {
      await clock.sleep(Math.max(left_ms, 0), signal);
      throw this.#outOfTime();
    }
    if (asksForPatience) await clock.sleep(wait, signal);
    else await sleepUntil(woken, wait, clock, signal);
    // The wait may have ended early: there is nothing left to count down.
    waiting({ ...shown, until: null, may_try: false });
  }

  #wentWell(): void {
    this.#failures = 0;
    this.#trouble = null;
    this.#failingSince = null;
    this.#context.waiting(null);
  }

  /** The error of a wait that reached its deadline: what prevented the kit, or else that it takes too long. */
  #outOfTime(): TripKitError {
    if (this.#trouble) return this.#trouble;
    const seconds = Math.round(this.#context.patience.deadline_ms / 1000);
    const time = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
    return new TripKitError(
      'deadline',
      `The kit was not there after ${time}. It may still be generated: try again later.`,
    );
  }
}

/** What happened, without the advice. */
function firstSentence(message: string): string {
  return message.split(/(?<=\.) /)[0] ?? message;
}

/** Lower is more urgent: the earliest departure goes first; kits without a departure follow in order of creation. */
function urgency({ trip }: KitRecord): number {
  const departure = Date.parse(trip?.departure ?? '');
  return Number.isNaN(departure) ? Number.MAX_SAFE_INTEGER : departure;
}

function isTemporary(error: unknown): error is CallFailure {
  return error instanceof CallFailure && error.remedy === 'wait';
}

/** Another try helps with an unsound document, but not with an unacceptable URL. */
function isUnacceptable({ condition }: TripKitError): boolean {
  return condition?.startsWith('url_') === true || condition === 'too_many_redirects';
}

function anotherDocument(): TripKitError {
  return new TripKitError(
    'document',
    'The storage handed out another document than was promised, so it is not used. Try again; if it stays so, tell your airline’s IT.',
    { condition: 'another_document' },
  );
}
