/** Where diagnostics go. Texts have passed main/common/redact.ts before they reach a sink. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, cause?: unknown): void;
}

/** Drops everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
