/**
 * The contract between the main process and the library's page (app://tripkit): every call and every event, with its schemas
 * and types, put together from the features' contracts (contract/). That page shows documents, so it has no call that grants
 * power: those calls are in setup-contract.ts.
 *
 * Both ends are typed by this one map: main/electron/handle.ts registers exactly these calls and validates arguments and answers
 * with these schemas; preload.ts exposes exactly these, under domain names, as `window.tripkit`. The files import neither
 * Electron nor Node, so all three layers may import them.
 *
 * No argument and no answer is secret: no passphrase, key, token or storage URL.
 */

import { appCalls, appEvents } from './contract/app.ts';
import type { BridgeOf } from './contract/call.ts';
import { chartCalls } from './contract/charts.ts';
import { cockpitCalls } from './contract/cockpit.ts';
import { comparisonCalls, comparisonEvents } from './contract/comparison.ts';
import { identityCalls } from './contract/identity.ts';
import { kitCalls, kitEvents, retentionCalls } from './contract/kits.ts';
import { markCalls, markEvents } from './contract/marks.ts';
import { backupCalls } from './contract/parcels.ts';
import { policyCalls } from './contract/policies.ts';
import { printCalls } from './contract/print.ts';
import { profileCalls, profileEvents } from './contract/profile.ts';
import { readingCalls, readingEvents, searchCalls } from './contract/reading.ts';
import { recordCalls } from './contract/record.ts';
import { settingsCalls, settingsEvents } from './contract/settings.ts';
import { setupCalls } from './contract/setup.ts';
import { shelfCalls, shelfEvents } from './contract/shelf.ts';
import { supportCalls } from './contract/support.ts';
import { batchCalls } from './contract/trips.ts';
import { documentCalls, windowCalls, windowEvents } from './contract/viewer.ts';

export * from './contract/app.ts';
export * from './contract/charts.ts';
export * from './contract/cockpit.ts';
export * from './contract/common.ts';
export * from './contract/comparison.ts';
export * from './contract/identity.ts';
export * from './contract/kits.ts';
export * from './contract/marks.ts';
export * from './contract/parcels.ts';
export * from './contract/policies.ts';
export * from './contract/print.ts';
export * from './contract/profile.ts';
export * from './contract/reading.ts';
export * from './contract/record.ts';
export * from './contract/settings.ts';
export * from './contract/setup.ts';
export * from './contract/shelf.ts';
export * from './contract/support.ts';
export * from './contract/updates.ts';
export * from './contract/viewer.ts';

/** Every call, by domain. The channel of a call is `domain.name`. */
export const calls = {
  app: { ...appCalls, ...cockpitCalls, ...supportCalls },
  settings: settingsCalls,
  policy: policyCalls,
  profiles: profileCalls,
  identity: identityCalls,
  setup: setupCalls,
  kits: kitCalls,
  batch: batchCalls,
  retention: retentionCalls,
  audit: recordCalls,
  documents: documentCalls,
  reading: { ...readingCalls, ...chartCalls },
  search: searchCalls,
  marks: markCalls,
  print: printCalls,
  comparison: comparisonCalls,
  backups: backupCalls,
  windows: windowCalls,
  shelf: shelfCalls,
} as const;

/** Every event that the main process sends. The channel of an event is `domain.name`. */
export const events = {
  app: appEvents,
  settings: settingsEvents,
  profiles: profileEvents,
  kits: kitEvents,
  comparison: comparisonEvents,
  reading: readingEvents,
  marks: markEvents,
  windows: windowEvents,
  shelf: shelfEvents,
} as const;

export type Calls = typeof calls;
export type Events = typeof events;

/** What `window.tripkit` is: the calls as functions, and `on` per domain for the events. */
export type TripKitBridge = BridgeOf<Calls, Events>;
