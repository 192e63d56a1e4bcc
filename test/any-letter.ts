import fc from 'fast-check';

/** Any letter of Unicode that stands alone: as the unit `binary` of fast-check, whose tables take two seconds of each file that uses it. */
export const anyLetter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
