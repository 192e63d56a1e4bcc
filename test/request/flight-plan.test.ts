import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlightPlan } from '../../renderer/request/flight-plan.ts';

const MESSAGE = `(FPL-KLM511-IS
-B77W/H-SDE2E3FGHIJ4J5M1RWXYZ/LB1
-EHAM1045
-N0490F350 GORLO2Z GORLO UN872 KOK/N0485F370 DCT 50N020W NATA JFK
-KJFK0750 KBOS KPHL
-PBN/A1B1C1D1 DOF/261121 REG/PHBVA EET/EGTT0012 RMK/ACAS-II)`;

describe('a pasted flight plan', () => {
  it('fills every field that it names', () => {
    expect(readFlightPlan(MESSAGE)).toEqual({
      kind: 'message',
      flight: 'KLM511',
      origin: 'EHAM',
      time: '10:45',
      route: 'N0490F350 GORLO2Z GORLO UN872 KOK/N0485F370 DCT 50N020W NATA JFK',
      destination: 'KJFK',
      alternates: ['KBOS', 'KPHL'],
      date: '2026-11-21',
    });
  });

  it('is read from one line, in small letters, without brackets, and with words around it', () => {
    const line = `Hello,\n${MESSAGE.replace(/\n/g, '').toLowerCase().replace(/[()]/g, '')}`;
    expect(readFlightPlan(line)).toMatchObject({ flight: 'KLM511', origin: 'EHAM', destination: 'KJFK' });
  });

  it('leaves out what stands for no airport, and days and times that are none', () => {
    const plan = readFlightPlan('(FPL-ABC-VG-C172/L-S/C-ZZZZ2561-N0100VFR DCT-ZZZZ0100 AFIL-DOF/261340)');
    expect(plan).toEqual({ kind: 'message', flight: 'ABC', route: 'N0100VFR DCT' });
  });
});

describe('a pasted route', () => {
  it('gives its airports away', () => {
    expect(readFlightPlan('EHAM/18L N0450F370 GORLO2Z GORLO UN872 JFK KJFK')).toEqual({
      kind: 'route',
      origin: 'EHAM',
      destination: 'KJFK',
      route: 'N0450F370 GORLO2Z GORLO UN872 JFK',
    });
    expect(readFlightPlan('eham kjfk')).toEqual({ kind: 'route', origin: 'EHAM', destination: 'KJFK' });
  });

  it('stays as it is where nothing says that its ends are airports', () => {
    expect(readFlightPlan('GORLO UN872 KOK')).toBeNull();
    expect(readFlightPlan('ABCD EFGH IJKL')).toBeNull();
    expect(readFlightPlan('')).toBeNull();
  });
});

it('no text makes it fail, and what it gives is what the form takes', () => {
  const piece = fc.constantFrom(
    '(FPL-',
    '-',
    'EHAM',
    'EHAM1045',
    '\n',
    'DOF/991332',
    'DCT',
    ' ',
    'KJFK9999 ZZZZ',
    ')',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((parts) => parts.join('')),
      ),
      (text) => {
        const plan = readFlightPlan(text);
        if (!plan) return;
        if (plan.origin !== undefined) expect(plan.origin).toMatch(/^[A-Z]{4}$/);
        if (plan.destination !== undefined) expect(plan.destination).toMatch(/^[A-Z]{4}$/);
        if (plan.time !== undefined) expect(plan.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        if (plan.date !== undefined) expect(Number.isNaN(Date.parse(plan.date))).toBe(false);
      },
    ),
  );
});
