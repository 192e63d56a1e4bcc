/** The log for diagnostics. main/common/redact.ts redacts all texts before they reach a sink. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, cause?: unknown): void;
}

/** Discards everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
