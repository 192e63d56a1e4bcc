/** An input's smaller ones are tried so often, and so long in all, ms. */
const MAX_TRIES = 1_000;
const MAX_MS = 20_000;

/** The smallest input that still shows it, as far as it is found in limited time. */
export async function shrink(
  input: Buffer,
  smaller: (input: Buffer) => Iterable<Buffer>,
  shows: (input: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  const until = performance.now() + MAX_MS;
  let smallest = input;
  let tries = 0;
  for (let found = true; found; ) {
    found = false;
    for (const one of smaller(smallest)) {
      if (tries >= MAX_TRIES || performance.now() > until) return smallest;
      tries += 1;
      if (one.length >= smallest.length || !(await shows(one))) continue;
      smallest = one;
      found = true;
      break;
    }
  }
  return smallest;
}
