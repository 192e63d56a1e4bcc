/**
 * One kit on its way, from its last written state to an end: the story of design.md, "A kit's way". Every step is
 * written down before the next outward one, so that a process that dies anywhere goes on at its next start.
 */
import { TripKitError, toFailure } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import { CallFailure } from '../service/call-failure.ts';
import { askForPdf } from './ask-service.ts';
import { deadlineSince, withinDeadline } from './deadline.ts';
import { fetchDocument } from './fetch-document.ts';
import { type KitRunContext, type RunState, urgency } from './run-context.ts';
import { outOfTime, serverState, waitAfter, wentWell } from './run-failures.ts';
import { EARLIEST_POLL_MS } from './time-grid.ts';
import { writeDown } from './write-down.ts';

/** Runs the kit until it is at an end. Rejects only with an AbortError, or where the store itself fails. */
export async function runKit(context: KitRunContext): Promise<void> {
  const run: RunState = {
    generatingSince: null,
    ageKnown: false,
    asked: 0,
    failures: 0,
    trouble: null,
    url: null,
  };
  for (;;) {
    context.signal.throwIfAborted();
    const { state } = context.kit();
    try {
      if (state === 'requesting') await request(context, run);
      else if (state === 'generating') await awaitGenerated(context, run);
      else if (state === 'downloading') await fetchDocument(context, run);
      else return;
    } catch (error) {
      if (context.signal.aborted || !(error instanceof TripKitError)) throw error;
      if (error.kind === 'identity') {
        context.activity(error.message);
        await context.woken(context.signal);
        context.activity(null);
      } else {
        // What this kit met itself says more of it than what another met at the same server.
        const others = error instanceof CallFailure && error.of_another_call;
        await writeDown(context, {
          type: 'failed',
          failure: toFailure(others ? (run.trouble ?? error) : error),
        });
      }
    }
  }
}

/** Requests the kit. Sent again by itself only while it is certain that the service did not take it on. */
async function request(context: KitRunContext, run: RunState): Promise<void> {
  const { lane, signal, clock } = context;
  const kit = context.kit();
  const { trip } = kit;
  if (!trip)
    throw new TripKitError('config', 'This kit has no trip to request. Remove it and request it anew.');
  if (lane.requests.full) context.activity('Waiting for its turn to be requested.');
  await lane.requests.run(urgency(kit), signal, async () => {
    const service = await lane.service();
    const deadline = deadlineSince(clock.monotonic(), context);
    for (;;) {
      context.activity(null);
      try {
        const accepted = await withinDeadline(deadline, context, run, (limited) =>
          lane.outage.through(
            limited,
            async () => {
              await service.prepareRequest(limited);
              await writeDown(context, { type: 'sending' });
              // Once it is on its way, no deadline cuts it short: its answer says whether the service has it.
              return service.request(trip, context.requestSignal);
            },
            serverState,
          ),
        );
        run.generatingSince = clock.monotonic();
        run.ageKnown = true;
        wentWell(run);
        await writeDown(context, { type: 'accepted', ...accepted });
        return;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const sent = context.kit().requested_at !== null;
        const taken = error.maybe_received && error.status !== 429;
        if (taken && error.status === undefined) {
          await writeDown(context, { type: 'answer_lost', failure: unconfirmed(error) });
          return;
        }
        if (taken || error.remedy !== 'wait') throw error;
        if (sent) await writeDown(context, { type: 'not_sent', why: error.message });
        await waitAfter(error, context, run, deadline.left());
      }
    }
  });
}

/** Asks until the service says that the PDF is there. */
async function awaitGenerated(context: KitRunContext, run: RunState): Promise<void> {
  const { clock, lane } = context;
  const kit = context.kit();
  // After a restart only the wall clock knows the age; it may have jumped, so it never makes the wait longer than the
  // rule of 5 s asks, nor the deadline shorter than a whole one from now.
  run.generatingSince ??=
    clock.monotonic() - Math.min(Math.max(clock.now() - kit.state_since, 0), EARLIEST_POLL_MS);
  const followedSince = clock.monotonic();
  const deadline = deadlineSince(run.generatingSince, context);
  const age = () => clock.monotonic() - (run.generatingSince ?? 0);
  const wait = () => {
    if (run.ageKnown) return lane.pace.delay(kit.id, age());
    const tooEarly = kit.requested_at === null || run.asked > 0 ? 0 : EARLIEST_POLL_MS - age();
    return Math.max(lane.pace.followDelay(clock.monotonic() - followedSince, run.asked), tooEarly);
  };
  try {
    for (;;) {
      const pause = wait();
      if (pause > 0) await clock.sleep(Math.min(pause, Math.max(deadline.left(), 0)), context.signal);
      if (deadline.left() <= 0) throw outOfTime(context, run);
      try {
        const answer = await withinDeadline(deadline, context, run, (limited) =>
          askForPdf(context, run, limited),
        );
        if (answer.state === 'generated') {
          if (run.ageKnown) lane.pace.came(kit.id, age());
          // Should it be generated again, nobody knows since when.
          run.ageKnown = false;
          await writeDown(context, { type: 'generated', messages: answer.messages });
          return;
        }
        if (run.ageKnown) lane.pace.notThere(kit.id, age());
      } catch (error) {
        if (!(error instanceof CallFailure) || error.remedy !== 'wait') throw error;
        await waitAfter(error, context, run, deadline.left());
      }
    }
  } finally {
    lane.pace.left(kit.id);
  }
}

function unconfirmed(error: CallFailure): Failure {
  return {
    kind: 'network',
    message: `The request was sent, but its answer did not arrive, so the service may or may not have it; it is not sent again by itself. (${error.message})`,
  };
}
