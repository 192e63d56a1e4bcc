import { basename } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentName, NamedDocuments, partPath } from '../../main/documents/document-folder.ts';

test('every code point outside A-Za-z0-9._- becomes one _', () => {
  expect(documentName('TK-2026_a.b')).toBe('TK-2026_a.b');
  expect(documentName('a/b\\c:d')).toBe('a_b_c_d');
  expect(documentName('😀é')).toBe('__');
  expect(documentName('../../etc/passwd')).toBe('.._.._etc_passwd');
  expect(documentName('\u0000\n')).toBe('__');
});

const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'A', '/', '_', '-', '2', '.', '😀'), minLength: 1, maxLength: 6 }),
  fc.string({ unit: 'grapheme', minLength: 230, maxLength: 400 }),
);

test('names are safe, fit every file system, and say as much as they can (property)', () => {
  fc.assert(
    fc.property(id, (tripkit_id) => {
      const name = documentName(tripkit_id, 'linux');
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(`${name}-999999.pdf`.length).toBeLessThanOrEqual(255);
      expect(`${basename(partPath('/d', name))}.name.lock`.length).toBeLessThanOrEqual(255);
      expect(basename(partPath('/d', name)).startsWith('.')).toBe(true);
      const points = [...tripkit_id].length;
      if (points <= 244) expect(name).toHaveLength(points);
    }),
  );
});

test('a run gives distinct names, in the order of the input, and the same ones again (property)', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 30 }), (ids) => {
      const names = new NamedDocuments('/d', 'linux');
      const reserved = ids.map((tripkit_id) => names.reserve(tripkit_id));
      const distinct = new Set(ids);
      expect(new Set(reserved.map((r) => r.name)).size).toBe(distinct.size);
      expect(new Set(reserved.map((r) => r.part)).size).toBe(distinct.size);
      const again = new NamedDocuments('/d', 'linux');
      expect(ids.map((tripkit_id) => again.reserve(tripkit_id))).toEqual(reserved);
      const first = ids[0];
      if (first !== undefined) expect(names.reserve(first).name).toBe(documentName(first, 'linux'));
    }),
  );
});

test('colliding names get -2, -3, and step over ids that look like that', () => {
  const names = new NamedDocuments('/d', 'linux');
  expect(
    ['a/b', 'a_b', 'a/b', 'a_b-2', 'a:b', 'A_B'].map((tripkit_id) => names.reserve(tripkit_id).name),
  ).toEqual(['a_b', 'a_b-2', 'a_b', 'a_b-2-2', 'a_b-3', 'A_B']);
});

test('where the file system does not tell A from a, neither do we; Windows keeps its device names', () => {
  const names = new NamedDocuments('/d', 'darwin');
  expect([names.reserve('abc').name, names.reserve('ABC').name]).toEqual(['abc', 'ABC-2']);
  expect(documentName('CON', 'win32')).toBe('_CON');
  expect(documentName('nul.x', 'win32')).toBe('_nul.x');
  expect(documentName('CONTROL', 'win32')).toBe('CONTROL');
  expect(documentName('CON', 'linux')).toBe('CON');
});

test('ids that differ only beyond the length of a name stay apart', () => {
  const long = 'x'.repeat(300);
  expect(documentName(`${long}1`)).not.toBe(documentName(`${long}2`));
  const name = 'x'.repeat(244);
  expect(partPath('/d', `${name}`)).not.toBe(partPath('/d', `${name}-2`));
});
