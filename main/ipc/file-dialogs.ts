/** The system's dialogs that ask the person for one file: `[title, name of its kind, extensions]`. */
export const openDialogs = {
  openProfile: ['Choose a service profile', 'Service profile', ['json']],
  openIdentity: ['Choose an identity file', 'Identity (PKCS#12)', ['p12', 'pfx']],
  /** The operator's CA. */
  openAuthority: ['Choose the operator’s CA', 'Certificate', ['pem', 'crt', 'cer', 'der']],
} as const;

/** Those that ask where to write a file: their titles. The file's kind follows from the suggested name. */
export const saveDialogs = {
  saveDocument: 'Save a copy',
  saveAudit: 'Save the history',
  /** A table for a spreadsheet. */
  saveTable: 'Save the table',
  saveDiagnostics: 'Save diagnostics for support',
} as const;

/** Kinds of files by the extensions of their names. */
export const fileKinds: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  csv: 'Spreadsheet (CSV)',
  json: 'JSON',
  txt: 'Text',
};

/**
 * Asks the person for files. Each resolves with an absolute path, or null when they changed their mind; `suggested` is a file
 * name without a folder, with its extension.
 */
export type FileDialogs = { [N in keyof typeof openDialogs]: () => Promise<string | null> } & {
  [N in keyof typeof saveDialogs]: (suggested: string) => Promise<string | null>;
};
