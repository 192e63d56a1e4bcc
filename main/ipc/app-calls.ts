import { utc } from '../common/utc.ts';
import type { DomainCalls } from './call-map.ts';
import type { IpcContext } from './ipc-context.ts';
import { saveChosen, writeText } from './save-file.ts';

export type AppCallsDeps = Pick<
  IpcContext,
  | 'info'
  | 'notices'
  | 'dialogs'
  | 'diagnostics'
  | 'freeSpace'
  | 'now'
  | 'listening'
  | 'kitCommands'
  | 'openExternal'
>;

/** Calls of the domain `app`. */
export function appCalls(deps: AppCallsDeps): DomainCalls<'app'> {
  const { info, notices, dialogs, diagnostics, freeSpace, now } = deps;
  return {
    info: () => info,
    notices: () => notices.list(),
    dismissNotice: (id) => notices.dismiss(id),
    // Not knowing it is an answer: nothing depends on it but a word of warning.
    freeSpace: () => freeSpace().catch(() => null),
    saveDiagnostics: () => {
      const stamp = utc(now()).slice(0, 16).replace('T', ' ').replace(':', '');
      const chosen = dialogs.saveDiagnostics(`Trip Kit Desktop diagnostics ${stamp}.txt`);
      return saveChosen(chosen, async (path) => writeText(path, await diagnostics()));
    },
    listening: deps.listening,
    kitCommands: deps.kitCommands,
    openExternal: deps.openExternal,
  };
}
