import type { TripProblem } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';

/**
 * All trips of a call or none: one with an error refuses them all.
 *
 * @param nothing what came of it, as a sentence
 * @throws TripKitError of kind `config` that names the first trip with an error
 */
export function refuseErrors(
  checked: readonly { problems: readonly TripProblem[] }[],
  nothing: string,
): void {
  for (const [index, { problems }] of checked.entries()) {
    const error = problems.find(({ severity }) => severity === 'error');
    if (!error) continue;
    const which = checked.length === 1 ? '' : `Trip ${index + 1}: `;
    throw new TripKitError('config', `${which}${error.message} ${nothing}`);
  }
}
