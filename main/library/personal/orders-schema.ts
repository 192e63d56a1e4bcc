/**
 * Standing orders: `trip` is JSON, times are ms since 1970 UTC. `claimed_at` is written before the kit is asked for, `kit_id`
 * after it, so that a process that dies in between never asks twice.
 */
export const ordersSchema = `
  CREATE TABLE orders (
    id         TEXT NOT NULL PRIMARY KEY,
    profile_id TEXT NOT NULL,
    trip       TEXT NOT NULL,
    lead_ms    INTEGER NOT NULL,
    who        TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    claimed_at INTEGER,
    kit_id     TEXT
  ) STRICT;
`;
