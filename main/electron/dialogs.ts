import { extname } from 'node:path';
import { type BrowserWindow, type Dialog, dialog as electronDialog } from 'electron';
import { type FileDialogs, fileKinds, openDialogs, saveDialogs } from '../ipc/file-dialogs.ts';

/** The system's own file dialogs, above the given window where there is one. */
export function createFileDialogs(
  window: () => BrowserWindow | null,
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'> = electronDialog,
): FileDialogs {
  async function open(title: string, kind: string, extensions: readonly string[]): Promise<string | null> {
    const options: Electron.OpenDialogOptions = {
      title,
      properties: ['openFile', 'dontAddToRecent'],
      filters: [
        { name: kind, extensions: [...extensions] },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    const parent = window();
    const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
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
    const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
    return answer.canceled || answer.filePath === '' ? null : answer.filePath;
  }

  const opening = Object.entries(openDialogs).map(([name, [title, kind, extensions]]) => [
    name,
    () => open(title, kind, extensions),
  ]);
  const saving = Object.entries(saveDialogs).map(([name, title]) => [
    name,
    (suggested: string) => save(title, suggested),
  ]);
  return Object.fromEntries([...opening, ...saving]);
}
