/** The only place that touches `window.tripkitSetup`. */

import type { SetupBridge as RawBridge } from '../../../preload/setup-contract.ts';
import { failureWords } from '../../design/words.ts';
import {
  type Bound,
  bind,
  LONG_CALL_TIMEOUT_MS,
  type TimeOuts,
  UiFailure,
  UNTIL_PERSON,
} from '../../shell/state/bridge.ts';

declare global {
  interface Window {
    /** Put there by set-up's preload script; absent in every other page. */
    readonly tripkitSetup?: RawBridge;
  }
}

/** Set-up's contract as its page uses it. */
export type SetupBridge = Bound<RawBridge>;

const timeOuts: TimeOuts<RawBridge> = {
  'handOver.choose': UNTIL_PERSON,
  'handOver.make': UNTIL_PERSON,
  'handOver.open': UNTIL_PERSON,
  'identity.choose': UNTIL_PERSON,
  'identity.import': UNTIL_PERSON,
  'identity.listComputer': UNTIL_PERSON,
  'profiles.choose': UNTIL_PERSON,
  'profiles.chooseAuthority': UNTIL_PERSON,
  'profiles.createFromPreset': UNTIL_PERSON,
  'profiles.offer': UNTIL_PERSON,
  'profiles.test': LONG_CALL_TIMEOUT_MS,
  // A record that is kept for fewer months asks the person.
  'settings.set': UNTIL_PERSON,
  'shelf.signIn': UNTIL_PERSON,
  'updates.check': LONG_CALL_TIMEOUT_MS,
  'watch.begin': UNTIL_PERSON,
  'watch.chooseCommand': UNTIL_PERSON,
  'watch.chooseFolder': UNTIL_PERSON,
};

/** Binds the raw bridge. */
export function connectSetup(raw: RawBridge): SetupBridge {
  return bind(raw, timeOuts);
}

/** The bridge of this window. Throws a UiFailure where the page runs outside the app. */
export function setupBridge(): SetupBridge {
  if (!window.tripkitSetup) throw new UiFailure({ kind: 'app', message: failureWords.noBridge });
  return connectSetup(window.tripkitSetup);
}
