/** A timer: calls `run` once after `ms`; the answer takes it back. */
export type Schedule = (run: () => void, ms: number) => () => void;

/** Node's own timer; it does not keep the process alive. */
export const nodeTimer: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Does work once for all calls of `soon` within `ms`. */
export function coalesced(schedule: Schedule, ms: number, work: () => void) {
  let cancel: (() => void) | null = null;
  return {
    soon: (): void => {
      cancel ??= schedule(() => {
        cancel = null;
        work();
      }, ms);
    },
    /** Drops what waits. */
    cancel: (): void => cancel?.(),
  };
}
