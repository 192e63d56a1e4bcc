-- A database as version 3 wrote it. Never edited: it stands for what is on laptops.
CREATE TABLE profiles (
  id       TEXT NOT NULL PRIMARY KEY,
  text     TEXT NOT NULL,
  added_at INTEGER NOT NULL
) STRICT;
CREATE TABLE kits (
  id              TEXT NOT NULL PRIMARY KEY,
  profile_id      TEXT NOT NULL,
  tripkit_id      TEXT,
  trip            TEXT,
  state           TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  state_since     INTEGER NOT NULL,
  requested_at    INTEGER,
  messages        TEXT NOT NULL,
  failure         TEXT,
  document_bytes  INTEGER,
  document_sha256 TEXT,
  document_pages  INTEGER
) STRICT;
CREATE INDEX kits_newest_first ON kits (created_at DESC);
CREATE TABLE events (
  seq    INTEGER NOT NULL PRIMARY KEY,
  kit_id TEXT NOT NULL REFERENCES kits (id) ON DELETE CASCADE,
  at     INTEGER NOT NULL,
  state  TEXT NOT NULL,
  what   TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_kit ON events (kit_id, seq);
CREATE TABLE acknowledgements (
  seq             INTEGER NOT NULL PRIMARY KEY,
  kit_id          TEXT NOT NULL REFERENCES kits (id) ON DELETE CASCADE,
  code            TEXT NOT NULL,
  type            TEXT NOT NULL,
  message         TEXT NOT NULL,
  document_sha256 TEXT NOT NULL,
  who             TEXT NOT NULL,
  at              INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX acknowledged_once ON acknowledgements (kit_id, code, type, message, document_sha256, who);
CREATE TABLE pins (
  kit_id    TEXT NOT NULL PRIMARY KEY REFERENCES kits (id) ON DELETE CASCADE,
  pinned_at INTEGER NOT NULL
) STRICT;
CREATE TABLE generation_times (
  seq        INTEGER NOT NULL PRIMARY KEY,
  profile_id TEXT NOT NULL,
  ms         INTEGER NOT NULL,
  at         INTEGER NOT NULL
) STRICT;
CREATE INDEX generation_times_of_profile ON generation_times (profile_id, seq);
INSERT INTO profiles VALUES ('p1', '{"name":"Demo Air"}', 1795240000000);
INSERT INTO kits VALUES (
  '0b5e3c1e-52b3-4b0e-9c5c-0c6f6c1f0a01', 'p1', 'TK-1', '{"origin":"EHAM","destination":"KLAX"}', 'ready',
  1795248000000, 1795248030000, 1795248001000, '[{"code":"205","type":"Warning","message":"closest"}]', NULL,
  1234, 'abababababababababababababababababababababababababababababababab', 20
);
INSERT INTO events (kit_id, at, state, what) VALUES
  ('0b5e3c1e-52b3-4b0e-9c5c-0c6f6c1f0a01', 1795248001000, 'generating', 'The service accepted the request.'),
  ('0b5e3c1e-52b3-4b0e-9c5c-0c6f6c1f0a01', 1795248030000, 'ready', 'The document is on this laptop.');
INSERT INTO acknowledgements (kit_id, code, type, message, document_sha256, who, at) VALUES
  ('0b5e3c1e-52b3-4b0e-9c5c-0c6f6c1f0a01', '205', 'Warning', 'closest',
   'abababababababababababababababababababababababababababababababab', 'jvdberg', 1795248060000);
INSERT INTO pins VALUES ('0b5e3c1e-52b3-4b0e-9c5c-0c6f6c1f0a01', 1795248070000);
INSERT INTO generation_times (profile_id, ms, at) VALUES ('p1', 24500, 1795248025000);
PRAGMA user_version = 3;
