/** The log for diagnostics. main/common/redact.ts redacts all texts before they reach a sink. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, cause?: unknown): void;
}

/** Discards everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Does what must not stop anything else: an error becomes this text in the log. Returns undefined then. */
export function tryOrLog<T>(log: Pick<Log, 'error'>, text: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    log.error(text, error);
    return undefined;
  }
}
