/** What people did with kits on this laptop: `act` as in act-store.ts, `at` ms since 1970 UTC. */
export const actsSchema = `
  CREATE TABLE acts (
    seq             INTEGER NOT NULL PRIMARY KEY,
    kit_id          TEXT NOT NULL,
    act             TEXT NOT NULL,
    who             TEXT NOT NULL,
    at              INTEGER NOT NULL,
    document_sha256 TEXT
  ) STRICT;
  CREATE INDEX acts_of_kit ON acts (kit_id, seq);
  CREATE INDEX acts_last ON acts (act, kit_id, at);
`;
