import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TripKitError } from '../common/errors.ts';
import { type AirportCodes, readAirportCodes } from '../trips/rules/trip-file.ts';

const AIRPORTS = /^airports(-[\w-]+)?\.txt$/;

/**
 * The app's list of airports, beside the page that shows it: in the checkout and in the package.
 *
 * @throws TripKitError of kind `disk`
 */
export async function readAirports(): Promise<AirportCodes> {
  for (const folder of ['../../renderer/airports', '../renderer/assets']) {
    const path = join(import.meta.dirname, folder);
    const names = await readdir(path).catch(() => []);
    const name = names.find((one) => AIRPORTS.test(one));
    if (name !== undefined) return readAirportCodes(await readFile(join(path, name), 'utf8'));
  }
  throw new TripKitError('disk', 'The list of airports is missing. Install the app again.', {
    condition: 'unreadable_file',
  });
}
