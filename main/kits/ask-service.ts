import type { TripKitPdf } from '../service/get-trip-kit-pdf.ts';
import { type KitRunContext, type RunState, urgency } from './run-context.ts';
import { serverState, wentWell } from './run-failures.ts';

/** One call of get-PDF within the limits that all kits share; keeps the URL that it gives. */
export async function askForPdf(
  context: KitRunContext,
  run: RunState,
  signal: AbortSignal = context.signal,
): Promise<TripKitPdf> {
  const { lane, polls } = context;
  const service = await lane.service();
  const answer = await lane.outage.through(
    signal,
    () =>
      polls.slots.run(urgency(context.kit()), signal, async () => {
        await polls.rate.turn(signal);
        run.asked += 1;
        return service.pdf(context.kit().tripkit_id ?? '', signal);
      }),
    serverState,
  );
  wentWell(run);
  context.activity(null);
  run.url = answer.state === 'generated' ? answer.url : null;
  return answer;
}
