/** Crockford's base 32: no letter that looks like a digit. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 5;
const SIGNS_OF_GROUP = 5;

/** A passphrase that nobody guesses, 125 bits, in groups that can be read aloud: `k7pq2-…`. */
export function newPassphrase(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(GROUPS * SIGNS_OF_GROUP));
  const signs = Array.from(drawn, (byte) => SIGNS[byte % SIGNS.length]).join('');
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * SIGNS_OF_GROUP, (group + 1) * SIGNS_OF_GROUP),
  ).join('-');
}
