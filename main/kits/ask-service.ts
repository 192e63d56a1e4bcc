import type { TripKitPdf } from '../service/get-trip-kit-pdf.ts';
import { type KitRunContext, type RunState, urgency } from './run-context.ts';
import { isOutage, outOfTime, wentWell } from './run-failures.ts';

/** One call of get-PDF within the limits that all kits share; keeps the URL that it gives. */
export async function askForPdf(
  context: KitRunContext,
  run: RunState,
  within_ms = Infinity,
): Promise<TripKitPdf> {
  const { lane, polls, clock } = context;
  const limit = new AbortController();
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const timer =
    within_ms === Infinity
      ? Promise.resolve()
      : clock.sleep(Math.max(within_ms, 0), signal).then(
          () => limit.abort(outOfTime(context, run)),
          () => {},
        );
  try {
    const service = await lane.service();
    const answer = await lane.outage.through(
      signal,
      () =>
        polls.slots.run(urgency(context.kit()), signal, async () => {
          await polls.rate.turn(signal);
          run.asked += 1;
          return service.pdf(context.kit().tripkit_id ?? '', signal);
        }),
      isOutage,
    );
    wentWell(run);
    context.activity(null);
    run.url = answer.state === 'generated' ? answer.url : null;
    return answer;
  } catch (error) {
    throw limit.signal.aborted && !context.signal.aborted ? limit.signal.reason : error;
  } finally {
    limit.abort();
    await timer;
  }
}
