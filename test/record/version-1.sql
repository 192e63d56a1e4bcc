-- A record as version 1 wrote it. Never edited.
CREATE TABLE entries (
  seq        INTEGER NOT NULL PRIMARY KEY,
  at         INTEGER NOT NULL,
  written_at INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  kit_id     TEXT,
  who        TEXT,
  subject    TEXT NOT NULL,
  body       TEXT NOT NULL,
  source     TEXT,
  prev       TEXT NOT NULL,
  hash       TEXT NOT NULL
) STRICT;
CREATE INDEX entries_of_kit ON entries (kit_id, seq);
CREATE INDEX entries_by_time ON entries (at);
CREATE UNIQUE INDEX entries_once ON entries (source);
CREATE TABLE anchor (
  seq  INTEGER NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL
) STRICT;
CREATE TABLE seen (
  id    TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
INSERT INTO entries VALUES (1, 1795257900000, 1795257961000, 'began', NULL, 'pilot', '', '{"what":"The activity record begins."}', NULL, '0000000000000000000000000000000000000000000000000000000000000000', 'e8b293f946821d6bf1ab413fc60f6ab04b80fecace6c0860fa86202848a514d6');
INSERT INTO entries VALUES (2, 1795257901000, 1795257961000, 'state', '0b1c2d3e-0000-4000-8000-000000000001', 'pilot', 'KLM511 EHAM-KJFK 2026-11-22', '{"what":"Request created.","kit":{"profile_id":"p1","profile":"Demo Air","flight":"KLM511","origin":"EHAM","destination":"KJFK","departure":"2026-11-22T10:45:00Z"},"state":"requesting","trip":{"origin":"EHAM","destination":"KJFK","flight":"KLM511","departure":"2026-11-22T10:45:00Z"}}', 'event-1', 'e8b293f946821d6bf1ab413fc60f6ab04b80fecace6c0860fa86202848a514d6', '90f2b98e532e86ea7f8a82cd02cce05d77d4f40fa2d3cbb87feb387b98f65f94');
INSERT INTO entries VALUES (3, 1795257960000, 1795257961000, 'opened', '0b1c2d3e-0000-4000-8000-000000000001', 'pilot', 'KLM511 EHAM-KJFK 2026-11-22', '{"what":"The document was opened.","kit":{"profile_id":"p1","profile":"Demo Air","flight":"KLM511","origin":"EHAM","destination":"KJFK","departure":"2026-11-22T10:45:00Z"},"document_sha256":"abababababababababababababababababababababababababababababababab"}', 'act-1', '90f2b98e532e86ea7f8a82cd02cce05d77d4f40fa2d3cbb87feb387b98f65f94', 'd29597260cce37f414e301d7496fcae5d33a55089d7996652a635d3dcc57dc33');
INSERT INTO seen VALUES ('kit:0b1c2d3e-0000-4000-8000-000000000001', '{"kept":false}');
PRAGMA user_version = 1;
