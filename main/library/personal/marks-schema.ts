/**
 * What people put on the pages of kits. `draft` is JSON (main/library/marks/mark-record.ts), `document_sha256` names the
 * document that it was put on, times are ms since 1970 UTC. Bookmarks are in the same table: they outlive their kit.
 */
export const marksSchema = `
  CREATE TABLE marks (
    id              TEXT NOT NULL PRIMARY KEY,
    kit_id          TEXT NOT NULL,
    document_sha256 TEXT NOT NULL,
    kind            TEXT NOT NULL,
    draft           TEXT NOT NULL,
    who             TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    changed_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX marks_of_kit ON marks (kit_id);
  CREATE INDEX marks_of_kind ON marks (kind, kit_id);
`;
