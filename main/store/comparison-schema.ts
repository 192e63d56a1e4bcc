/**
 * The table of comparisons in `reading.sqlite`, made where it is missing; `changes` and `pages` are JSON, `method` says by which
 * rules was compared (comparison-store.ts). Times are ms since 1970 UTC.
 */
export const comparisonSchema = `
  CREATE TABLE IF NOT EXISTS comparisons (
    old_sha256 TEXT NOT NULL,
    new_sha256 TEXT NOT NULL,
    method     INTEGER NOT NULL,
    state      TEXT NOT NULL,
    starts     INTEGER NOT NULL,
    why        TEXT,
    changes    TEXT NOT NULL,
    pages      TEXT NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (old_sha256, new_sha256)
  ) STRICT;
`;
