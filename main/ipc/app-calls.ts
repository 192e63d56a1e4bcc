import type { AppInfo, Notice } from '../../preload/contract.ts';
import type { DomainCalls } from './call-map.ts';

/** What the app has to say by itself; main/app has the real one. */
export interface NoticeKeeper {
  /** The gravest first. */
  list(): Notice[];
  /** Nothing happens where there is none of that id. */
  dismiss(id: string): void;
}

export interface AppCallsParts {
  info: AppInfo;
  notices: NoticeKeeper;
  /** Asks where to and writes the file for support; its name without a folder, or null. @throws TripKitError `disk` */
  saveDiagnostics(): Promise<string | null>;
  /** @throws TripKitError of kind `config` for an address that is not one of the app's own */
  openExternal(url: string): Promise<void>;
}

/** Calls of the domain `app`. */
export function appCalls({
  info,
  notices,
  saveDiagnostics,
  openExternal,
}: AppCallsParts): DomainCalls<'app'> {
  return {
    info: () => info,
    notices: () => notices.list(),
    dismissNotice: (id) => {
      notices.dismiss(id);
      return null;
    },
    saveDiagnostics: () => saveDiagnostics(),
    openExternal: async (url) => {
      await openExternal(url);
      return null;
    },
  };
}
