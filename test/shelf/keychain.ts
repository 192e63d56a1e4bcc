import { TripKitError } from '../../main/common/errors.ts';
import type { Sealer } from '../../main/host/sealer.ts';

/** A keychain that turns every byte round; `state` says what it does. */
export function keychain(state: { can: boolean; locked: boolean }): Sealer {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => 255 - byte));
  return {
    probe: async () => ({ can: state.can, reason: null }),
    seal: async (text) => {
      if (!state.can) throw new TripKitError('identity', 'There is no keychain.');
      return turn(Buffer.from(text));
    },
    unseal: async (sealed) => {
      if (state.locked) throw new TripKitError('identity', 'The keychain is locked.');
      return turn(sealed).toString();
    },
  };
}
