import { appCalls } from './app-calls.ts';
import { auditCalls } from './audit-calls.ts';
import { backupCalls } from './backup-calls.ts';
import { batchCalls } from './batch-calls.ts';
import type { CallMap, SetupCallMap } from './call-map.ts';
import { comparisonCalls } from './comparison-calls.ts';
import { documentCalls } from './document-calls.ts';
import { handOverCalls } from './hand-over-calls.ts';
import { identityCalls, identityState } from './identity-calls.ts';
import type { IpcContext } from './ipc-context.ts';
import { kitCalls } from './kit-calls.ts';
import { marksCalls } from './marks-calls.ts';
import { orderCalls } from './order-calls.ts';
import { refuseForbidden, refuseForbiddenSetup } from './policy-calls.ts';
import { listProfiles, profileCalls } from './profile-calls.ts';
import { readingCalls } from './reading-calls.ts';
import { retentionCalls } from './retention-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { setupCalls } from './setup-calls.ts';
import { updateCalls } from './update-calls.ts';
import { watchCalls } from './watch-calls.ts';
import { windowCalls } from './window-calls.ts';

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
