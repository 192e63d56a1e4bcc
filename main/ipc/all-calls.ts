import { appCalls } from './app-calls.ts';
import { auditCalls } from './audit-calls.ts';
import { batchCalls } from './batch-calls.ts';
import type { CallMap } from './call-map.ts';
import { documentCalls } from './document-calls.ts';
import { identityCalls } from './identity-calls.ts';
import type { IpcContext } from './ipc-context.ts';
import { kitCalls } from './kit-calls.ts';
import { marksCalls } from './marks-calls.ts';
import { orderCalls } from './order-calls.ts';
import { profileCalls } from './profile-calls.ts';
import { readingCalls } from './reading-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { updateCalls } from './update-calls.ts';

/** The handlers of the whole contract. */
export function allCalls(context: IpcContext): CallMap {
  return {
    app: appCalls(context),
    settings: settingsCalls(context.settings),
    profiles: profileCalls(context),
    identity: identityCalls(context),
    kits: kitCalls(context),
    batch: batchCalls(context),
    orders: orderCalls(context),
    retention: context.retention,
    audit: auditCalls(context),
    documents: documentCalls(context),
    reading: readingCalls(context),
    search: context.search,
    marks: marksCalls(context),
    updates: updateCalls(context.updates),
  };
}
