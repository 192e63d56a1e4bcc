import { uptime } from 'node:os';

/** Clocks are set and drift; a machine does not start twice within this time, s. */
const tolerance_s = 30;

/** When this machine started, seconds since 1970 UTC, by the present wall clock. */
export function bootTime(): number {
  return Math.round(Date.now() / 1000 - uptime());
}

/**
 * Whether the machine has run since the moment that noted `boot_time`. If not, what a program had written but not
 * synced may be lost. A clock that was set in between gives false: the careful answer.
 */
export function sameBoot(boot_time: number): boolean {
  return Math.abs(bootTime() - boot_time) <= tolerance_s;
}
