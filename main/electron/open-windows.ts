import type { KitCommand, Notice } from '../../preload/contract.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { FileDialogs } from '../host/file-dialogs.ts';
import type { Host } from '../host/host.ts';
import type { FirstList } from '../kits/first-list.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { type FlagsOf, viewKit } from '../kits/kit-view.ts';
import type { Printer } from '../print/printer.ts';
import type { OpenDocuments, WindowDocuments } from '../viewer/open-documents.ts';
import type { AppWindows } from './app-windows.ts';
import type { WindowKits } from './desktop-kits.ts';
import { createFileDialogs } from './dialogs.ts';
import { sendTo } from './ipc-port.ts';
import type { openDesktop } from './open-desktop.ts';
import { windowPrinter } from './print-window.ts';

/** What is specific to one window in the calls. */
export interface WindowShare {
  /** The system's dialogs above the window. */
  dialogs: FileDialogs;
  /** Its print dialog. */
  printer: Printer;
  /** The documents open in the window's views: retention keeps them. */
  open: WindowDocuments;
  firstList: FirstList;
  /** The window receives events from now on (window.ts). */
  listening(): void;
  /** Sets the commands in the system's Kit menu (menu.ts). */
  kitCommands(commands: readonly KitCommand[]): void;
  /** Tells the other windows that the marks of this kit changed. */
  marked(kit_id: string): void;
  /** The app's notices that the window shows. */
  noticesHere(): Notice[];
  windows: DomainCalls<'windows'>;
}

interface WindowsNeeds {
  open: OpenDocuments;
  windowKits: WindowKits;
  engine: KitEngine;
  flags: FlagsOf;
  firstList: FirstList;
  desktop: ReturnType<typeof openDesktop>['desktop'];
}

/**
 * The share of each window in the calls of the library's contract: a window is identified by the id of the calling page, as
 * the main process knows it, never by what the page says.
 */
export function openWindows(
  { notices, log }: Host,
  { window, viewers, all }: AppWindows,
  needs: WindowsNeeds,
) {
  const { open, engine, flags, firstList, windowKits, desktop } = needs;
  const library = () => window.current?.webContents.id ?? null;
  const windowOf = (id: number) => viewers.of(id) ?? window.current;
  /** Shows the kit in another window that has it open; false if none has. */
  const show = (kit_id: string, page: number | null, but: number) => {
    const holder = windowKits.holders(kit_id, but)[0];
    if (holder === undefined) return false;
    desktop.openKit(kit_id, page, holder === library() ? null : holder);
    return true;
  };
  const unfollow = windowKits.onChange(() => {
    for (const one of all()) sendTo(one, 'windows.elsewhere', windowKits.elsewhere(one.webContents.id));
  });

  viewers.on('closed', ({ id, start, torn_off }) => {
    const shown = [...windowKits.of(id)];
    open.gone(id);
    windowKits.gone(id);
    for (const forget of gone) forget(id);
    if (torn_off && shown.includes(start.kit_id)) window.send('windows.returned', [start.kit_id]);
    tellNotices(notices.list());
  });
  window.on('closed', () => tellNotices(notices.list()));

  /** The library's window shows notices; if it is closed, the other windows do. */
  const tellNotices = (list: readonly Notice[]) => {
    window.send('app.notices', [...list]);
    viewers.send('app.notices', window.current ? [] : [...list]);
  };
  const stopNotices = notices.onChange(tellNotices);

  const gone = new Set<(id: number) => void>();
  function shareOf(id: number): WindowShare {
    const start = viewers.startOfPage(id);
    const windows: DomainCalls<'windows'> = {
      open: ({ kit_id, page, at, torn_off, beside }) => {
        engine.get(kit_id);
        if (!beside && show(kit_id, page, id)) return 'shown';
        const opened = viewers.open({ kit_id, page }, { pointer: at === 'pointer', torn_off });
        windowKits.hold(opened, [kit_id]);
        return 'opened';
      },
      show: (kit_id, page) => show(kit_id, page, id),
      holds: (kit_ids) => windowKits.hold(id, kit_ids),
      library: (command) => (command === null ? window.show() : desktop.inLibrary(command)),
      close: () => viewers.of(id)?.close(),
    };
    return {
      dialogs: createFileDialogs(() => windowOf(id)) satisfies FileDialogs,
      printer: windowPrinter(() => windowOf(id)),
      open: open.of(id),
      firstList: start ? ownKitFirst(start.kit_id) : firstList,
      listening: () => desktop.listening(start ? id : null),
      kitCommands: (commands) => desktop.kitCommands(commands, id),
      marked: (kit_id) => {
        for (const one of all()) if (one.webContents.id !== id) sendTo(one, 'marks.changed', { kit_id });
      },
      noticesHere: () => (start && window.current ? [] : notices.list()),
      windows,
    };
  }

  /** A further window draws its kit before the list of kits has arrived. */
  function ownKitFirst(kit_id: string): WindowShare['firstList'] {
    return {
      firstText: () => {
        try {
          return `[\n${JSON.stringify(viewKit(engine.get(kit_id), flags))}\n]`;
        } catch (error) {
          log.warn(`The kit of a further window is not there: ${String(error)}`);
          return '[]';
        }
      },
      text: () => firstList.text(),
    };
  }

  return {
    shareOf,
    /** Creates what `make` returns for each window at its first call; it is dropped with the window. */
    each<C>(make: (share: WindowShare) => C): (id: number) => C {
      const made = new Map<number, C>();
      gone.add((id) => made.delete(id));
      return (id) => {
        const known = made.get(id) ?? make(shareOf(id));
        made.set(id, known);
        return known;
      };
    },
    stop(): void {
      unfollow();
      stopNotices();
    },
  };
}
