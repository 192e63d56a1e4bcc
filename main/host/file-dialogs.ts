/** The system's dialogs for opening one file: `[title, name of the file type, extensions]`. */
export const openDialogs = {
  openProfile: ['Choose a service profile', 'Service profile', ['json']],
  openIdentity: ['Choose an identity file', 'Identity (PKCS#12)', ['p12', 'pfx']],
  openHandOver: ['Choose a hand-over file', 'Hand-over file (age)', ['age']],
  /** The operator's CA. */
  openAuthority: ['Choose the operator’s CA', 'Certificate', ['pem', 'crt', 'cer', 'der']],
  /** A program to run on each event of watched folders. */
  openProgram: ['Choose the program that is run on each event', 'Program', ['*']],
} as const;

/** The dialogs for saving a file: their titles. The file type follows from the suggested name. */
export const saveDialogs = {
  saveDocument: 'Save a copy',
  saveAudit: 'Save the history',
  saveRecord: 'Save the activity record',
  /** A table for a spreadsheet. */
  saveTable: 'Save the table',
  saveHandOver: 'Save the hand-over file',
  saveDiagnostics: 'Save diagnostics for support',
} as const;

/** File types by extension. */
export const fileKinds: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  csv: 'Spreadsheet (CSV)',
  json: 'JSON',
  age: 'Hand-over file (age)',
  txt: 'Text',
};

/**
 * Asks the person for files. Each method resolves with an absolute path, or null if they cancelled. `suggested` is a file
 * name without a folder, with its extension; `whose` is added to the title and says what the file is for.
 */
export type FileDialogs = { openFolder(title: string): Promise<string | null> } & {
  [N in keyof typeof openDialogs]: (whose?: string) => Promise<string | null>;
} & {
  [N in keyof typeof saveDialogs]: (suggested: string) => Promise<string | null>;
};

/** A question that the main process asks, because the page that shows documents may have been taken over. */
export interface Question {
  message: string;
  /** The facts that the person needs, one a line. */
  detail: string;
  /** Label of the button that says yes; the other one is Cancel. */
  yes: string;
}

/**
 * Asks the person in a system dialog; false if they cancel.
 *
 * @throws TripKitError of kind `config` while another question is open
 */
export type Confirm = (question: Question) => Promise<boolean>;
