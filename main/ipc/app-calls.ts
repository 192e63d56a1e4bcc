import { basename } from 'node:path';
import type { AppInfo, KitCommand, Notice } from '../../preload/contract.ts';
import type { DomainCalls } from './call-map.ts';
import type { FileDialogs } from './file-dialogs.ts';
import { writeWhole } from './write-whole.ts';

/** What the app has to say by itself; main/app has the real one. */
export interface NoticeKeeper {
  /** The gravest first. */
  list(): Notice[];
  /** Nothing happens where there is none of that id. */
  dismiss(id: string): void;
}

export interface AppCallsDeps {
  info: AppInfo;
  notices: NoticeKeeper;
  dialogs: Pick<FileDialogs, 'saveDiagnostics'>;
  /** What support needs to know, as a text that holds no secret (main/app/diagnostics.ts). */
  diagnostics(): Promise<string>;
  /** Bytes that are free where kits are kept. */
  freeSpace(): Promise<number>;
  /** Ms since 1970 UTC; names the file. */
  now(): number;
  /** The window hears commands from now on (main/electron/window-asks.ts). */
  listening(): void;
  /** What the system's Kit menu offers (main/electron/menu.ts). */
  kitCommands(commands: readonly KitCommand[]): void;
  /** @throws TripKitError of kind `config` for an address that is not one of the app's own */
  openExternal(url: string): Promise<void>;
}

/** Calls of the domain `app`. */
export function appCalls({
  info,
  notices,
  dialogs,
  diagnostics,
  freeSpace,
  now,
  listening,
  kitCommands,
  openExternal,
}: AppCallsDeps): DomainCalls<'app'> {
  return {
    info: () => info,
    notices: () => notices.list(),
    dismissNotice: (id) => {
      notices.dismiss(id);
      return null;
    },
    // Not knowing it is an answer: nothing depends on it but a word of warning.
    freeSpace: () => freeSpace().catch(() => null),
    saveDiagnostics: async () => {
      const stamp = new Date(now()).toISOString().slice(0, 16).replace('T', ' ').replace(':', '');
      const path = await dialogs.saveDiagnostics(`Trip Kit Desktop diagnostics ${stamp}.txt`);
      if (path === null) return null;
      await writeWhole(path, await diagnostics());
      return basename(path);
    },
    listening: () => {
      listening();
      return null;
    },
    kitCommands: (commands) => {
      kitCommands(commands);
      return null;
    },
    openExternal: async (url) => {
      await openExternal(url);
      return null;
    },
  };
}
