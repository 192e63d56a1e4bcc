import { type BrowserWindow, type Dialog, dialog as electronDialog } from 'electron';
import type { FileDialogs } from '../ipc/file-dialogs.ts';

/** The system's own file dialogs, above the given window where there is one. */
export function createFileDialogs(
  window: () => BrowserWindow | null,
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'> = electronDialog,
): FileDialogs {
  async function openOne(title: string, name: string, extensions: string[]): Promise<string | null> {
    const options: Electron.OpenDialogOptions = {
      title,
      properties: ['openFile', 'dontAddToRecent'],
      filters: [
        { name, extensions },
        { name: 'All files', extensions: ['*'] },
      ],
    };
    const parent = window();
    const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return answer.canceled ? null : (answer.filePaths[0] ?? null);
  }

  async function save(
    title: string,
    suggested: string,
    name: string,
    extension: string,
  ): Promise<string | null> {
    const options: Electron.SaveDialogOptions = {
      title,
      defaultPath: suggested,
      filters: [{ name, extensions: [extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    };
    const parent = window();
    const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
    return answer.canceled || answer.filePath === '' ? null : answer.filePath;
  }

  return {
    openProfile: () => openOne('Choose a service profile', 'Service profile', ['json']),
    openIdentity: () => openOne('Choose an identity file', 'Identity (PKCS#12)', ['p12', 'pfx']),
    openAuthority: () => openOne('Choose the operator’s CA', 'Certificate', ['pem', 'crt', 'cer', 'der']),
    saveDocument: (suggested) => save('Save a copy', suggested, 'PDF', 'pdf'),
    saveAudit: (suggested, format) =>
      save('Save the history', suggested, format === 'csv' ? 'Spreadsheet (CSV)' : 'JSON', format),
    saveTable: (suggested) => save('Save the table', suggested, 'Spreadsheet (CSV)', 'csv'),
    saveDiagnostics: (suggested) => save('Save diagnostics for support', suggested, 'Text', 'txt'),
  };
}
