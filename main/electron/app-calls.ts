import type { AppInfo, KitCommand } from '../../preload/contract.ts';
import type { Cockpit } from '../cockpit/cockpit.ts';
import { utc } from '../common/clock.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { NoticeBoard } from '../host/notices.ts';
import { saveChosen, writeText } from '../host/save-file.ts';
import type { KeptDiagnostics } from '../support/open.ts';

interface AppCallsDeps {
  info: AppInfo;
  notices: Pick<NoticeBoard, 'waiting' | 'add' | 'dismiss' | 'withdraw'>;
  /** The app's notices that the calling window shows. */
  noticesHere(): ReturnType<NoticeBoard['list']>;
  /** Above the calling window. */
  dialogs: FileDialogs;
  /** Information for support, as texts without secrets. */
  diagnostics: Pick<KeptDiagnostics, 'collect' | 'text' | 'drop'>;
  /** Free space where kits are kept, bytes. */
  freeSpace(): Promise<number>;
  cockpit: Pick<Cockpit, 'summary'>;
  /** Ms since 1970 UTC. */
  now(): number;
  /** The window receives events from now on (main/electron/window.ts). */
  listening(): void;
  /** Sets the commands in the system's Kit menu (main/electron/menu.ts). */
  kitCommands(commands: readonly KitCommand[]): void;
}

/** Calls of the domain `app`. */
export function appCalls(deps: AppCallsDeps): DomainCalls<'app'> {
  const { info, notices, dialogs, diagnostics, freeSpace, now } = deps;
  return {
    info: () => info,
    notices: () => deps.noticesHere(),
    meanwhile: () => ({
      summary: deps.cockpit.summary(),
      notices: notices.waiting(),
    }),
    dismissNotice: (id) => notices.dismiss(id),
    // Unknown is a valid answer: only a warning depends on it.
    freeSpace: () => freeSpace().catch(() => null),
    collectDiagnostics: () => diagnostics.collect(),
    saveDiagnostics: async (id, without) => {
      // The text that was shown, before anything else can happen to it.
      const text = diagnostics.text(id, without);
      const stamp = utc(now()).slice(0, 16).replace('T', ' ').replace(':', '');
      const chosen = dialogs.saveDiagnostics(`Trip Kit Desktop diagnostics ${stamp}.txt`);
      return saveChosen(chosen, (path) => writeText(path, text));
    },
    dropDiagnostics: (id) => diagnostics.drop(id),
    listening: deps.listening,
    kitCommands: deps.kitCommands,
  };
}
