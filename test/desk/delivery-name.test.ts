import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeName, safeName } from '../../main/desk/deliver.ts';
import { DEFAULT_TEMPLATE, deliveryNames, templateProblem } from '../../main/desk/rules/delivery-name.ts';
import { anyLetter } from '../any-letter.ts';
import { freshFolder } from '../fresh-folder.ts';

const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007', departure: '2027-03-28T02:30:00Z' };
const nameOf = (...args: Parameters<typeof deliveryNames>) => deliveryNames(...args).join('/');

test('the template of the contract', () => {
  expect(nameOf(DEFAULT_TEMPLATE, trip, 'TK-1')).toBe('20270328_KLM1007_EHAM-EGLL');
  expect(nameOf('{departure:yyyy-MM-dd_HHmm} {tripkit_id}.pdf', trip, 'TK-1')).toBe('2027-03-28_0230 TK-1');
  expect(nameOf('{departure}_{flight}_{tripkit_id}.pdf', { origin: 'A', destination: 'B' }, null)).toBe(
    'none_none_none',
  );
});

test.each([
  ['{flight}', 'The name has to end in .pdf.'],
  ['{tail}.pdf', '“{tail}” isn’t a field.'],
  ['{flight:yyyy}.pdf', '“{flight}” has no format.'],
  ['{departure:YYYY}.pdf', '“YYYY” isn’t a date format.'],
  ['../{flight}.pdf', 'Each folder'],
  ['/{flight}.pdf', 'Each folder'],
  ['a//{flight}.pdf', 'Each folder'],
  ['{flight}/kit.pdf', 'The name needs at least one field.'],
  ['{departure:yyyy/MM}_{flight}.pdf', 'Between its fields'],
  ['{flight.pdf', 'Between its fields'],
  ['kit.pdf', 'The name needs at least one field.'],
])('%s is refused', (template, why) => {
  expect(templateProblem(template)?.replaceAll("'", '’')).toContain(why);
  expect(() => deliveryNames(template, trip, null)).toThrow(TypeError);
});

test('a folder a day; what a trip holds makes no further folder', () => {
  const strange = { ...trip, flight: '../a/b' };
  const names = deliveryNames('kits/{departure}/{flight}.pdf', strange, null);
  expect(names.map(safeName)).toEqual(['kits', '20270328', '___a_b']);
});

test('whatever a trip holds, its name is a safe name of a file', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 400 }), (value) => {
      const name = safeName(nameOf('{flight}_{tripkit_id}.pdf', { ...trip, flight: value }, value));
      expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,179}$/);
      expect(basename(`${name}.pdf`)).toBe(`${name}.pdf`);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
    }),
  );
});

test('a name that a file or another kit has gets a number; a folder of that name counts, too', async () => {
  const out = freshFolder();
  const free = (taken: readonly string[]) =>
    freeName(out, '{flight}.pdf', { trip, tripkit_id: null }, (name) => taken.includes(name));
  expect(await free([])).toBe('KLM1007');
  writeFileSync(join(out, 'KLM1007.pdf'), '');
  expect(await free([])).toBe('KLM1007-2');
  mkdirSync(join(out, 'KLM1007-2.result.json'));
  expect(await free(['KLM1007-3'])).toBe('KLM1007-4');
});
