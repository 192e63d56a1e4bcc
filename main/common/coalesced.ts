/** A timer: calls `run` once after `ms`. Returns a function that cancels the call. */
export type Schedule = (run: () => void, ms: number) => () => void;

/** Node's timer. It does not keep the process alive. */
export const nodeTimer: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Runs `work` once for all calls of `soon` within `ms`. */
export function coalesced(schedule: Schedule, ms: number, work: () => void) {
  let cancel: (() => void) | null = null;
  return {
    soon: (): void => {
      cancel ??= schedule(() => {
        cancel = null;
        work();
      }, ms);
    },
    /** Cancels the scheduled run. */
    cancel: (): void => cancel?.(),
  };
}
