/** Asks the person for files. Each resolves with an absolute path, or null when they changed their mind. */
export interface FileDialogs {
  openProfile(): Promise<string | null>;
  openIdentity(): Promise<string | null>;
  /** The operator's CA. */
  openAuthority(): Promise<string | null>;
  /** @param suggested file name without a folder */
  saveDocument(suggested: string): Promise<string | null>;
  /** @param suggested file name without a folder */
  saveAudit(suggested: string, format: 'json' | 'csv'): Promise<string | null>;
  /** A table for a spreadsheet. @param suggested file name without a folder */
  saveTable(suggested: string): Promise<string | null>;
  /** @param suggested file name without a folder */
  saveDiagnostics(suggested: string): Promise<string | null>;
}
