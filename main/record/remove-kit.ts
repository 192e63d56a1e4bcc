import { TripKitError } from '../common/errors.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { AuditTrail, Removal } from './audit-trail.ts';

export interface RemoveKitDeps {
  engine: Pick<KitEngine, 'get' | 'remove'>;
  trail: Pick<AuditTrail, 'removing' | 'stayed'>;
}

/**
 * Removes a kit, and has on record that it goes and why before anything of it does. A record that can't be written stops no
 * person; the app's own removals wait for it.
 *
 * @throws TripKitError, as the engine's `remove`; of kind `disk` where the app itself would remove a kit that nobody would
 *   know of
 */
export async function removeKit(
  { engine, trail }: RemoveKitDeps,
  id: string,
  removal: Removal,
): Promise<void> {
  engine.get(id);
  const recorded = trail.removing(id, removal);
  if (!recorded && removal.who === null) {
    const why =
      'The activity record can’t be written, so no kit is removed automatically. Free some space on this laptop.';
    trail.stayed(id, why);
    throw new TripKitError('disk', why, { condition: 'not_recorded' });
  }
  try {
    await engine.remove(id);
  } catch (error) {
    trail.stayed(id, error instanceof TripKitError ? error.message : 'The app has an internal error.');
    throw error;
  }
}
