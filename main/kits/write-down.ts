import { TripKitError } from '../common/errors.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { KitRunContext } from './run-context.ts';

/** How often a store that can't be written is tried again, ms. */
const AGAIN_MS = 2_000;

/**
 * Writes an event down, and waits where the disk does not take it: what the service has answered must not be lost to a
 * disk that is full for a minute, and nothing is sent before it is written.
 *
 * @throws TripKitError of kind `config` where the kit's state does not allow the event; an AbortError
 */
export async function writeDown(context: KitRunContext, event: LifecycleEvent): Promise<KitRecord> {
  for (let waited = false; ; waited = true) {
    try {
      const kit = context.apply(event);
      if (waited) context.activity(null);
      return kit;
    } catch (error) {
      if (!(error instanceof TripKitError) || error.kind !== 'disk') throw error;
      context.activity(error.message);
      // Not `signal`: an answer that came while the engine stops is still worth a last try.
      await context.clock.sleep(AGAIN_MS, context.requestSignal);
    }
  }
}
