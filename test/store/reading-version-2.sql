-- reading.sqlite as it was shipped at version 2: three documents of two pages (taken in and indexed, with a poster and a
-- thumbnail; put down behind its first page; one that can't be taken in). Never changed.
CREATE TABLE documents (
  id       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  kit_id   TEXT NOT NULL UNIQUE,
  sha256   TEXT NOT NULL,
  state    TEXT NOT NULL,
  starts   INTEGER NOT NULL,
  done     INTEGER NOT NULL,
  sizes    TEXT,
  outline  TEXT,
  reason   TEXT
) STRICT;

CREATE TABLE pages (
  id      INTEGER NOT NULL PRIMARY KEY,
  heading TEXT,
  text    TEXT NOT NULL
) STRICT;

CREATE TABLE posters (
  kit_id TEXT NOT NULL PRIMARY KEY,
  sha256 TEXT NOT NULL,
  width  INTEGER NOT NULL,
  height INTEGER NOT NULL,
  etag   TEXT NOT NULL,
  jpeg   BLOB NOT NULL
) STRICT;

CREATE TABLE miniature_documents (
  id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  sha256      TEXT NOT NULL UNIQUE,
  used_at     INTEGER NOT NULL,
  bytes       INTEGER NOT NULL DEFAULT 0,
  pages       TEXT NOT NULL DEFAULT '[]',
  unpaintable TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE miniatures (
  id   INTEGER NOT NULL PRIMARY KEY,
  webp BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE heading_search USING fts5 (
  heading, kit,
  content = '', contentless_delete = 1, prefix = '2',
  tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE page_search USING fts5 (
  text, heading, kit,
  content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2'
);

INSERT INTO documents (id, kit_id, sha256, state, starts, done, sizes, outline) VALUES (
  1,
  '00000000-0000-4000-8000-000000000001',
  'abababababababababababababababababababababababababababababababab',
  'ready', 1, 2,
  '[[800,600],[800,600]]',
  '[{"title":"EGLL","level":0,"page":1,"down":0},{"title":"ILS 27L","level":1,"page":2,"down":0}]'
);
INSERT INTO pages (id, heading, text) VALUES
  (70368744144897, 'EGLL', 'HEATHROW'),
  (70368744144898, 'EGLL › ILS 27L', 'ILS RWY 27L');
INSERT INTO page_search (rowid, text, heading, kit) VALUES
  (70368744144897, 'HEATHROW', 'EGLL', 'KLM1 EHAM EGLL TK-1'),
  (70368744144898, 'ILS RWY 27L', 'EGLL ILS 27L', 'KLM1 EHAM EGLL TK-1');
INSERT INTO heading_search (rowid, heading, kit) VALUES
  (70368744144897, 'EGLL', 'KLM1 EHAM EGLL TK-1'),
  (70368744144898, 'EGLL ILS 27L', 'KLM1 EHAM EGLL TK-1');
INSERT INTO posters VALUES (
  '00000000-0000-4000-8000-000000000001',
  'abababababababababababababababababababababababababababababababab',
  400, 566, '"0123456789abcdef0123456789abcdef"', X'FFD8FFE00102FFD9'
);
INSERT INTO miniature_documents (id, sha256, used_at, bytes, pages, unpaintable) VALUES (
  1, 'abababababababababababababababababababababababababababababababab', 5, 4, '[[1,1]]', '[[2,2]]'
);
INSERT INTO miniatures (id, webp) VALUES (32769, X'52494646');
INSERT INTO documents (id, kit_id, sha256, state, starts, done, sizes, outline, reason) VALUES
  (2, '00000000-0000-4000-8000-000000000002',
   'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 'waiting', 1, 1, '[[800,600],[800,600]]', '[]', NULL),
  (3, '00000000-0000-4000-8000-000000000003',
   'efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef', 'failed', 1, 0, NULL, NULL, 'It does not open.');
INSERT INTO pages (id, heading, text) VALUES (70368744112129, NULL, 'VOR RWY 09');
INSERT INTO page_search (rowid, text, heading, kit) VALUES (70368744112129, 'VOR RWY 09', '', 'KLM2 EHAM EGLL TK-2');
PRAGMA user_version = 2;
