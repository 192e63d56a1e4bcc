/** Where a person was in each kit; `place` is JSON (ReadingPlace of the contract), `at` ms since 1970 UTC. */
export const placesSchema = `
  CREATE TABLE places (
    kit_id TEXT NOT NULL PRIMARY KEY,
    place  TEXT NOT NULL,
    at     INTEGER NOT NULL
  ) STRICT;
`;
