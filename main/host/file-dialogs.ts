/** The system's dialogs that ask the person for one file: `[title, name of its kind, extensions]`. */
export const openDialogs = {
  openProfile: ['Choose a service profile', 'Service profile', ['json']],
  openIdentity: ['Choose an identity file', 'Identity (PKCS#12)', ['p12', 'pfx']],
  openHandOver: ['Choose a hand-over file', 'Hand-over file (age)', ['age']],
  /** The operator's CA. */
  openAuthority: ['Choose the operator’s CA', 'Certificate', ['pem', 'crt', 'cer', 'der']],
  /** A program that is run on each event of watched folders. */
  openProgram: ['Choose the program that is run on each event', 'Program', ['*']],
} as const;

/** Those that ask where to write a file: their titles. The file's kind follows from the suggested name. */
export const saveDialogs = {
  saveDocument: 'Save a copy',
  saveAudit: 'Save the history',
  saveRecord: 'Save the activity record',
  /** A table for a spreadsheet. */
  saveTable: 'Save the table',
  saveHandOver: 'Save the hand-over file',
  saveDiagnostics: 'Save diagnostics for support',
} as const;

/** Kinds of files by the extensions of their names. */
export const fileKinds: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  csv: 'Spreadsheet (CSV)',
  json: 'JSON',
  age: 'Hand-over file (age)',
  txt: 'Text',
};

/**
 * Asks the person for files. Each resolves with an absolute path, or null when they changed their mind; `suggested` is a file
 * name without a folder, with its extension, `whose` an end of the title that says what the file is for.
 */
export type FileDialogs = { openFolder(title: string): Promise<string | null> } & {
  [N in keyof typeof openDialogs]: (whose?: string) => Promise<string | null>;
} & {
  [N in keyof typeof saveDialogs]: (suggested: string) => Promise<string | null>;
};

/** A question that the main process asks itself, because the page that shows documents may have been taken over. */
export interface Question {
  message: string;
  /** What the person has to know, a fact a line. */
  detail: string;
  /** The button that says yes; the other one is Cancel. */
  yes: string;
}

/**
 * Asks the person in a dialog of the system's; false where they say no.
 *
 * @throws TripKitError of kind `config` while another question is open
 */
export type Confirm = (question: Question) => Promise<boolean>;
