/** How long tests wait for what a person would see before they give it up: longer on a busy machine, so that only what is broken fails. */
import { availableParallelism, loadavg } from 'node:os';

/** A time-out of a test, ms, multiplied by the machine's load a core where that is more than 1. Windows knows no load. */
export function patient(ms: number): number {
  const [load = 0] = loadavg();
  return Math.ceil(ms * Math.max(1, load / availableParallelism()));
}
