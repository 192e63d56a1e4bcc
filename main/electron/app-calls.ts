import { utc } from '../common/utc.ts';
import type { DomainCalls } from '../host/call-map.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import type { IpcContext } from '../start/ipc-context.ts';

export type AppCallsDeps = Pick<
  IpcContext,
  | 'info'
  | 'notices'
  | 'noticesHere'
  | 'dialogs'
  | 'diagnostics'
  | 'freeSpace'
  | 'cockpit'
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
    notices: () => deps.noticesHere(),
    meanwhile: () => ({
      summary: deps.cockpit.summary(),
      messages: notices.held().map(({ message }) => message),
    }),
    dismissNotice: (id) => notices.dismiss(id),
    // Not knowing it is an answer: nothing depends on it but a word of warning.
    freeSpace: () => freeSpace().catch(() => null),
    collectDiagnostics: () => diagnostics.collect(),
    saveDiagnostics: async (id, without) => {
      // What was shown, before anything else can happen to it.
      const text = diagnostics.text(id, without);
      const stamp = utc(now()).slice(0, 16).replace('T', ' ').replace(':', '');
      const chosen = dialogs.saveDiagnostics(`Trip Kit Desktop diagnostics ${stamp}.txt`);
      return saveChosen(chosen, (path) => writeText(path, text));
    },
    dropDiagnostics: (id) => diagnostics.drop(id),
    listening: deps.listening,
    kitCommands: deps.kitCommands,
    openExternal: deps.openExternal,
  };
}
