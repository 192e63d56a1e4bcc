/** Whether a downloaded file is a sound PDF document (design.md, "A kit's way"). */
export interface VerifyOptions {
  /** Gives the check up; the promise rejects with an AbortError. */
  signal?: AbortSignal | undefined;
  /** Time allowed for opening the document, ms. */
  timeout_ms?: number | undefined;
}

export interface VerifiedDocument {
  pages: number;
}
