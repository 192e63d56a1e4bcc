import { extname } from 'node:path';
import { type BrowserWindow, clipboard, type Dialog, dialog as electronDialog } from 'electron';
import { TripKitError } from '../common/errors.ts';
import { type Confirm, type FileDialogs, fileKinds, openDialogs, saveDialogs } from '../host/file-dialogs.ts';
import type { LinkOutcome } from './command-link.ts';

/** Asks one thing at a time, so a page can't flood a person with dialogs. @throws TripKitError of kind `config` while one is open */
function oneAtATime(): <T>(ask: () => Promise<T>) => Promise<T> {
  let open = false;
  return async (ask) => {
    if (open)
      throw new TripKitError('config', 'A dialog or question of the app is still open. Answer it first.');
    open = true;
    try {
      return await ask();
    } finally {
      open = false;
    }
  };
}

/**
 * The system's file dialogs, above the given window if there is one, one at a time. A dialog whose window closes stays open until it is
 * answered, without effect: Electron can't close it.
 */
export function createFileDialogs(
  window: () => BrowserWindow | null,
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'> = electronDialog,
): FileDialogs {
  const alone = oneAtATime();

  async function open(title: string, kind: string, extensions: readonly string[]): Promise<string | null> {
    const options: Electron.OpenDialogOptions = {
      title,
      properties: ['openFile', 'dontAddToRecent'],
      filters: [
        { name: kind, extensions: [...extensions] },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    return choose(options);
  }

  async function openFolder(title: string): Promise<string | null> {
    const options: Electron.OpenDialogOptions = {
      title,
      properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
    };
    return choose(options);
  }

  async function choose(options: Electron.OpenDialogOptions): Promise<string | null> {
    const parent = window();
    const answer = await alone(() =>
      parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options),
    );
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  }

  async function save(title: string, suggested: string): Promise<string | null> {
    const extension = extname(suggested).slice(1);
    const options: Electron.SaveDialogOptions = {
      title,
      defaultPath: suggested,
      filters: [{ name: fileKinds[extension] ?? extension, extensions: [extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    };
    const parent = window();
    const answer = await alone(() =>
      parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options),
    );
    return answer.canceled || answer.filePath === '' ? null : answer.filePath;
  }

  const opening = Object.entries(openDialogs).map(([name, [title, kind, extensions]]) => [
    name,
    (whose?: string) => open(whose === undefined ? title : `${title} ${whose}`, kind, extensions),
  ]);
  const saving = Object.entries(saveDialogs).map(([name, title]) => [
    name,
    (suggested: string) => save(title, suggested),
  ]);
  return Object.fromEntries([['openFolder', openFolder], ...opening, ...saving]);
}

/**
 * The system's question, above the given window if there is one. It closes with that window and counts as a no. One at a time.
 */
export function createConfirm(
  window: () => BrowserWindow | null,
  dialog: Pick<Dialog, 'showMessageBox'> = electronDialog,
): Confirm {
  const alone = oneAtATime();
  return ({ message, detail, yes }) =>
    alone(async () => {
      const options: Electron.MessageBoxOptions = {
        type: 'question',
        title: 'Trip Kit Desktop',
        message,
        detail,
        buttons: [yes, 'Cancel'],
        // Pressing Enter without reading changes nothing.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const parent = window();
      if (!parent) return (await dialog.showMessageBox(options)).response === 0;
      const closing = new AbortController();
      const close = () => closing.abort();
      parent.once('closed', close);
      try {
        const { response } = await dialog.showMessageBox(parent, { ...options, signal: closing.signal });
        return response === 0 && !closing.signal.aborted;
      } finally {
        parent.off('closed', close);
      }
    });
}

/** Tells what became of the command in the path, and copies what is to be entered in a terminal. */
export async function tellLink(
  window: BrowserWindow | null,
  { message, detail, command }: LinkOutcome,
  dialog: Pick<Dialog, 'showMessageBox'> = electronDialog,
): Promise<void> {
  const options: Electron.MessageBoxOptions = {
    ...{ type: 'info', title: 'Trip Kit Desktop', message },
    ...(command === null
      ? { detail, buttons: ['OK'] }
      : { detail: `${detail}\n\n${command}`, buttons: ['Copy', 'Close'], cancelId: 1 }),
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  if (command !== null && response === 0) clipboard.writeText(command);
}
