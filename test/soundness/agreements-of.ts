import { join } from 'node:path';
import { systemClock } from '../../main/common/clock.ts';
import { KeptAgreements } from '../../main/soundness/kept-agreements.ts';
import { KeyHolder } from '../../main/soundness/key-holder.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { memoryKeychain } from './sound-library.ts';

/** The agreements of a laptop, with a keychain that works. */
export function agreementsOf(user_data: string, keychain = memoryKeychain()): KeptAgreements {
  const log = memoryLog();
  const folder = join(user_data, 'seals');
  const key = new KeyHolder({ folder, sealer: keychain.sealer, clock: systemClock, log });
  return new KeptAgreements({ folder, key, log });
}
