import { onTestFinished } from 'vitest';

/** Gives a database, or the settings, a made-up further version until the test ends. */
export function addStep<T>(migrations: readonly T[], step: T): void {
  const steps = migrations as T[];
  steps.push(step);
  onTestFinished(() => void steps.pop());
}
