import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Acknowledgement, isAcknowledged } from '../../main/store/acknowledgement-store.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { aKit, anEvent } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON } from '../kits.ts';

const newFile = () => join(freshFolder(), 'library.db');
const message = { code: '205', type: 'Warning', message: 'closest é😀' };
const sha256 = 'ab'.repeat(32);

function acknowledged(kit_id: string, changes: Partial<Acknowledgement> = {}): Acknowledgement {
  return { kit_id, message, document_sha256: sha256, by: 'jvdberg', at: 5_000, ...changes };
}

test('acknowledgements are kept to the letter, once each, and go with their kit', () => {
  const file = newFile();
  const [kit, other] = [aKit(), aKit()];
  let db = openUserDatabase(file);
  for (const each of [kit, other]) db.kits.write(each, anEvent(each));
  const given = [
    acknowledged(kit.id),
    acknowledged(kit.id, { by: 'captain', at: 4_000 }),
    acknowledged(kit.id, { document_sha256: null }),
    acknowledged(kit.id, { document_sha256: 'cd'.repeat(32) }),
    acknowledged(kit.id, { message: { ...message, message: 'closest' } }),
  ];
  db.acknowledgements.add(...given);
  db.acknowledgements.add(acknowledged(other.id));
  // A second click changes nothing, not even the time.
  db.acknowledgements.add(...given.map((one) => ({ ...one, at: 9_000 })));
  db.close();
  db = openUserDatabase(file);
  expect(db.acknowledgements.list(kit.id)).toEqual(given);
  expect(db.acknowledgements.all()).toEqual([...given, acknowledged(other.id)]);
  // A kit that changes keeps what was acknowledged of it.
  db.kits.write({ ...kit, state: 'downloading' }, anEvent(kit));
  expect(db.acknowledgements.list(kit.id)).toEqual(given);
  db.kits.remove(kit.id, BY_PERSON);
  expect(db.acknowledgements.list(kit.id)).toEqual([]);
  expect(db.acknowledgements.all()).toEqual([acknowledged(other.id)]);
  db.close();
});

test('of several acknowledgements all are written or none, and none for a kit that is not there', () => {
  const db = openUserDatabase(newFile());
  const kit = aKit();
  db.kits.write(kit, anEvent(kit));
  expect(() => db.acknowledgements.add(acknowledged(kit.id), acknowledged('no such kit'))).toThrow(
    expect.objectContaining({ kind: 'config', condition: 'unknown_kit' }),
  );
  expect(db.acknowledgements.all()).toEqual([]);
  db.close();
});

test('an acknowledgement covers this message of this document and nothing else', () => {
  const given = [acknowledged('k')];
  expect(isAcknowledged(given, { ...message }, sha256)).toBe(true);
  expect(isAcknowledged(given, message, null)).toBe(false);
  expect(isAcknowledged(given, message, 'cd'.repeat(32))).toBe(false);
  expect(isAcknowledged(given, { ...message, message: 'closest' }, sha256)).toBe(false);
  expect(isAcknowledged(given, { ...message, type: 'Info' }, sha256)).toBe(false);
  expect(isAcknowledged(given, { ...message, code: '206' }, sha256)).toBe(false);
});

test('pins stay, can be taken away, and go with their kit', () => {
  const file = newFile();
  const [kit, other] = [aKit(), aKit()];
  let db = openUserDatabase(file);
  for (const each of [kit, other]) db.kits.write(each, anEvent(each));
  db.pins.set(kit.id, true, 10);
  db.pins.set(kit.id, true, 20);
  db.pins.set(other.id, true, 5);
  db.close();
  db = openUserDatabase(file);
  expect([...db.pins.list()]).toEqual([
    [other.id, 5],
    [kit.id, 10],
  ]);
  db.kits.write({ ...kit, state: 'downloading' }, anEvent(kit));
  expect(db.pins.list().has(kit.id)).toBe(true);
  db.pins.set(other.id, false, 30);
  db.pins.set(other.id, false, 30);
  expect(db.pins.list().has(other.id)).toBe(false);
  db.kits.remove(kit.id, BY_PERSON);
  expect(db.pins.list().size).toBe(0);
  expect(() => db.pins.set(kit.id, true, 1)).toThrow(expect.objectContaining({ condition: 'unknown_kit' }));
  db.pins.set(kit.id, false, 1);
  db.close();
});
