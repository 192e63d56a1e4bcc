/**
 * The contract between the main process and the window of set-up (app://setup): who is trusted, with which identity, and the
 * settings that give power. The page that shows documents has none of these calls (contract.ts).
 *
 * Both ends are typed by this one map, as with contract.ts; setup.ts exposes it as `window.tripkitSetup`. The passphrase is
 * an argument of a call here; no answer contains anything secret.
 */
import type { BridgeOf } from './contract/call.ts';
import { watchCalls, watchEvents } from './contract/desk.ts';
import { identitySetupCalls } from './contract/identity.ts';
import { handOverCalls, handOverEvents } from './contract/parcels.ts';
import { profileSetupCalls } from './contract/profile.ts';
import { settingsEvents, settingsSetupCalls } from './contract/settings.ts';
import { setupWindowCalls, setupWindowEvents } from './contract/setup.ts';
import { shelfSetupCalls } from './contract/shelf.ts';
import { updateCalls, updateEvents } from './contract/updates.ts';

/** The channel of a call or event of this contract is `setup:domain.name`. */
export const SETUP_PREFIX = 'setup:';

/** Every call, by domain. */
export const setupCalls = {
  app: setupWindowCalls,
  settings: settingsSetupCalls,
  profiles: profileSetupCalls,
  identity: identitySetupCalls,
  shelf: shelfSetupCalls,
  watch: watchCalls,
  handOver: handOverCalls,
  updates: updateCalls,
} as const;

/** Every event that the main process sends to the window of set-up. */
export const setupEvents = {
  app: setupWindowEvents,
  settings: settingsEvents,
  handOver: handOverEvents,
  updates: updateEvents,
  watch: watchEvents,
} as const;

export type SetupCalls = typeof setupCalls;
export type SetupEvents = typeof setupEvents;

/** What `window.tripkitSetup` is. */
export type SetupBridge = BridgeOf<SetupCalls, SetupEvents>;
