/** Resolves after so many ms; for a race with something that may take longer. */
export function wait(ms: number): Promise<'late'> {
  return new Promise((resolve) => setTimeout(resolve, ms, 'late'));
}
