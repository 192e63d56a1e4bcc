/** Security descriptors of Windows, as its own tools write them: administrators alone, or refused. */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAdministratorsOnly } from '../../main/policies/sddl.ts';

const installers: { MANAGED_SDDL: string } = await import(
  join(import.meta.dirname, '../../build/windows/msi-project.mjs')
);

const INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const check = (sddl: string) => () => checkAdministratorsOnly('C:\\x', sddl);
const refusal = (words: RegExp) =>
  expect.objectContaining({
    kind: 'config',
    condition: 'managed_profile',
    message: expect.stringMatching(words),
  });

test.each([
  ['what our installers set', installers.MANAGED_SDDL],
  ['a file in it', 'O:BAG:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)'],
  [
    'the same without abbreviations',
    'O:S-1-5-32-544G:S-1-5-32-544D:P(A;;0x1f01ff;;;S-1-5-18)(A;;FA;;;S-1-5-32-544)',
  ],
  ['made by the system', 'O:SYG:SYD:(A;;FA;;;SY)(A;;FR;;;WD)(A;;GRGX;;;AU)(A;;0x80000000;;;BU)'],
  [
    'C:\\Windows, as it is installed',
    `O:${INSTALLER}G:${INSTALLER}D:PAI(A;;0x1200a9;;;SY)(A;OICIIO;GA;;;CO)(A;OICIIO;GA;;;BA)(A;;0x1301bf;;;BA)(A;;FA;;;${INSTALLER})(A;CIIO;GA;;;${INSTALLER})(A;;0x1200a9;;;BU)(A;;0x1200a9;;;AC)(A;;0x1200a9;;;S-1-15-2-2)`,
  ],
  ['nobody may do anything', 'O:BAG:BAD:P'],
  ['who is denied may not write', 'O:BAG:BAD:(D;;FA;;;BU)(A;;FA;;;BA)'],
  ['rights of the owner', 'O:BAD:(A;;FA;;;OW)(A;;FA;;;S-1-3-4)'],
  ['what is handed down to others’ files alone', 'O:BAG:BAD:(A;OICIIO;FA;;;CO)(A;OICIIO;FA;;;BU)'],
  ['reading word by word', 'O:BAG:BAD:(A;;CCSWWPLORC;;;BU)(A;;FRFX;;;BU)'],
])('administrators alone: %s', (_what, sddl) => {
  check(sddl)();
});

test.each([
  [
    'a person’s',
    'O:S-1-5-21-1-2-3-1001G:BAD:P(A;;FA;;;BA)',
    /^C:\\x belongs to S-1-5-21-1-2-3-1001, so that .* its owner has to be Administrators or SYSTEM\.$/,
  ],
  ['everybody’s', 'O:WDG:BAD:P(A;;FA;;;BA)', /belongs to Everyone/],
  [
    'what stands in %ProgramData% by default',
    'O:BAG:BAD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;FA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)',
    /^C:\\x may be changed by Users: leave the right to write to Administrators and SYSTEM alone\.$/,
  ],
  ['users may write', 'O:BAG:BAD:(A;;FA;;;BA)(A;;0x1301bf;;;BU)', /changed by Users/],
  ['everybody may do anything', 'O:BAG:BAD:(A;;GA;;;WD)', /changed by Everyone/],
  [
    'one account may',
    'O:BAG:BAD:(A;;FA;;;BA)(A;ID;FA;;;S-1-5-21-1-2-3-1001)',
    /changed by S-1-5-21-1-2-3-1001/,
  ],
  ['no list at all', 'O:BAG:BA', /no access list that can be read/],
  ['a null list', 'O:BAG:BAD:NO_ACCESS_CONTROL', /no access list/],
  ['no owner', 'G:BAD:P(A;;FA;;;BA)', /no access list/],
  ['nothing', '', /no access list/],
  ['a condition', 'O:BAG:BAD:(XA;;FA;;;WD;(@User.clearance >= 1))', /no access list/],
  ['a kind of entry that isn’t known', 'O:BAG:BAD:(XA;;FR;;;BU)', /access list that can’t be read \(XA/],
  [
    'an entry for an object',
    'O:BAG:BAD:(OA;;FR;bf967aba-0de6-11d0-a285-00aa003049e2;;BU)',
    /can’t be read \(OA/,
  ],
  ['a right that isn’t known', 'O:BAG:BAD:(A;;KA;;;BU)', /can’t be read/],
  ['a mask of more than 32 bits', 'O:BAG:BAD:(A;;0x100000001;;;BU)', /can’t be read/],
  ['a mask in another base', 'O:BAG:BAD:(A;;2032127;;;BU)', /can’t be read/],
  ['a name of an object’s prototype', 'O:BAG:BAD:(A;;toString;;;BU)', /can’t be read/],
  ['half a flag', 'O:BAG:BAD:(A;OIC;FR;;;BU)', /can’t be read/],
  ['flags that only look inherit-only', 'O:BAG:BAD:(A;CIOICI;FA;;;BU)', /changed by Users/],
  ['a second list', 'O:BAG:BAD:P(A;;FA;;;BA)D:(A;;FA;;;WD)', /no access list/],
])('refused: %s', (_what, sddl, words) => {
  expect(check(sddl)).toThrow(refusal(words));
});

describe('properties', () => {
  /** The bits of winnt.h that let no one change anything. */
  const READING = 0x0012_00a9;
  test('whoever has any right but to read and to run is found, whatever else the list says', () => {
    const harmless = fc.constantFrom('(A;;FA;;;SY)', '(A;OICIIO;FA;;;WD)', '(D;;FA;;;BU)', '(A;;FR;;;AU)');
    const mask = fc.nat(0x001f_01ff);
    const order = fc.tuple(fc.array(harmless), fc.array(harmless));
    fc.assert(
      fc.property(
        mask,
        order,
        fc.constantFrom('BU', 'WD', 'S-1-5-21-9-9-9-500'),
        (bits, [before, after], who) => {
          const entry = `(A;OICI;0x${bits.toString(16)};;;${who})`;
          const sddl = `O:SYG:SYD:AI${before.join('')}${entry}${after.join('')}`;
          if ((bits & ~READING) === 0) check(sddl)();
          else expect(check(sddl)).toThrow(refusal(/may be changed by/));
        },
      ),
    );
  });

  test('whatever comes is believed only where administrators own it, or refused in words', () => {
    const piece = fc.constantFrom(
      'O:BA',
      'O:WD',
      'G:BA',
      'D:',
      'P',
      '(',
      ')',
      ';',
      'A',
      'FA',
      'BU',
      'BA',
      '(A;;FA;;;BA)',
      '\n',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (sddl) => {
        let believed = true;
        try {
          check(sddl)();
        } catch (error) {
          believed = false;
          expect(error).toEqual(refusal(/^C:\\x /));
        }
        if (believed) expect(sddl).toMatch(/^O:(BA|SY)/);
      }),
    );
  });
});
