import type { AppInfo, KitCommand } from '../../preload/contract.ts';
import type { NoticeBoard } from '../app/notices.ts';
import { utc } from '../common/utc.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { saveChosen, writeText } from './save-file.ts';

export interface AppCallsDeps {
  info: AppInfo;
  notices: Pick<NoticeBoard, 'list' | 'dismiss'>;
  dialogs: Pick<FileDialogs, 'saveDiagnostics'>;
  /** What support needs to know, as a text that holds no secret (main/app/diagnostics.ts). */
  diagnostics(): Promise<string>;
  /** Bytes that are free where kits are kept. */
  freeSpace(): Promise<number>;
  /** Ms since 1970 UTC; names the file. */
  now(): number;
  /** The window hears events from now on (main/electron/window-events.ts). */
  listening(): void;
  /** What the system's Kit menu offers (main/electron/menu.ts). */
  kitCommands(commands: readonly KitCommand[]): void;
  /** @throws TripKitError of kind `config` for an address that is not one of the app's own */
  openExternal(url: string): Promise<void>;
}

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
