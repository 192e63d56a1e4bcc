import { comparisonCalls } from '../comparison/comparison-calls.ts';
import { watchCalls } from '../desk/watch-calls.ts';
import { appCalls } from '../electron/app-calls.ts';
import { setupCalls } from '../electron/setup-calls.ts';
import { windowCalls } from '../electron/window-calls.ts';
import type { CallMap, SetupCallMap } from '../host/call-map.ts';
import { identityCalls, identityState } from '../identity/identity-calls.ts';
import { kitCalls } from '../kits/kit-calls.ts';
import { orderCalls } from '../kits/order-calls.ts';
import { retentionCalls } from '../kits/retention-calls.ts';
import { marksCalls } from '../marks/marks-calls.ts';
import { backupCalls } from '../parcels/backup-calls.ts';
import { handOverCalls } from '../parcels/hand-over-calls.ts';
import { refuseForbidden, refuseForbiddenSetup } from '../policies/policy-calls.ts';
import { listProfiles, profileCalls } from '../profile/profile-calls.ts';
import { readingCalls } from '../reading/reading-calls.ts';
import { auditCalls } from '../record/audit-calls.ts';
import { settingsCalls } from '../settings/settings-calls.ts';
import { batchCalls } from '../trips/batch-calls.ts';
import { updateCalls } from '../updates/update-calls.ts';
import { documentCalls } from '../viewer/document-calls.ts';
import type { IpcContext } from './ipc-context.ts';

/** The handlers of the library's whole contract; those that administrators have switched off refuse. */
export function allCalls(context: IpcContext): CallMap {
  return refuseForbidden(handlersOf(context), context.settings.state().forbidden);
}

/** The handlers of set-up's whole contract; those that administrators have switched off refuse. */
export function allSetupCalls(context: IpcContext): SetupCallMap {
  return refuseForbiddenSetup(setupHandlersOf(context), context.settings.state().forbidden);
}

function handlersOf(context: IpcContext): CallMap {
  return {
    app: appCalls(context),
    settings: {
      ...settingsCalls(context.settings, (state) => {
        context.send('settings.changed', state);
        context.sendSetup('settings.changed', state);
      }),
      choose: (patch) => context.settings.choose(patch),
    },
    policy: { state: () => context.policyState },
    profiles: { list: () => listProfiles(context) },
    identity: { state: (profile_id) => identityState(context, profile_id) },
    setup: setupCalls(context),
    kits: kitCalls(context),
    batch: batchCalls(context),
    orders: orderCalls(context),
    retention: retentionCalls(context, (state) => {
      context.send('settings.changed', state);
      context.sendSetup('settings.changed', state);
    }),
    audit: auditCalls(context),
    documents: documentCalls(context),
    reading: readingCalls(context),
    search: context.search,
    marks: marksCalls(context),
    comparison: comparisonCalls(context),
    backups: backupCalls(context),
    windows: windowCalls(context),
  };
}

function setupHandlersOf(given: IpcContext): SetupCallMap {
  const context = { ...given, dialogs: given.setupDialogs };
  const { setup, requestForm, managedPage } = context;
  return {
    app: {
      place: () => setup.place,
      close: () => setup.close(),
      request: () => {
        setup.close();
        requestForm();
      },
      managed: () => {
        setup.close();
        managedPage();
      },
    },
    settings: settingsCalls(context.settings, (state) => {
      context.send('settings.changed', state);
      context.watch.apply();
    }),
    profiles: profileCalls(context),
    identity: identityCalls(context),
    watch: watchCalls(context),
    handOver: handOverCalls(context),
    updates: updateCalls(context.updates),
  };
}
