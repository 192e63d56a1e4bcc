import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { JsonValue } from '../../main/common/json-text.ts';
import type { Trip } from '../../main/common/trip.ts';
import { encodePathParameter } from '../../main/profile/path-parameter.ts';
import { defaultBody } from '../../main/profile/profile-template.ts';
import { fillRequestTemplate } from '../../main/profile/request-template.ts';

const trip: Trip = { origin: 'EHAM', destination: 'KJFK' };
const full: Trip = {
  ...trip,
  alternates: ['KEWR', 'KBOS'],
  route: 'DCT A B',
  flight: 'KLM1',
  departure: '2026-11-21T10:45:00Z',
};

function fill(body: JsonValue, of: Trip = trip, path = '/v1/companies/{company_code}/tripkits') {
  const request = { method: 'POST' as const, path, body, tripkit_id: { pointer: '' } };
  return fillRequestTemplate({ company_code: 'D/1', company_name: 'Demo "Air"', request }, of);
}
const body = (template: JsonValue, of?: Trip): unknown => JSON.parse(fill(template, of).body ?? 'null');

describe('the body', () => {
  it('of the contract’s template', () => {
    expect(body(defaultBody)).toEqual({ company: 'Demo "Air"', origin: 'EHAM', destination: 'KJFK' });
    expect(body(defaultBody, full)).toEqual({
      company: 'Demo "Air"',
      origin: 'EHAM',
      destination: 'KJFK',
      route: 'DCT A B',
      alternates: ['KEWR', 'KBOS'],
    });
  });

  it('has typed values for whole placeholders, texts inside longer ones', () => {
    expect(body({ a: '{alternates}', b: 'via {alternates}!', c: '{origin}-{destination}' }, full)).toEqual({
      a: ['KEWR', 'KBOS'],
      b: 'via KEWR KBOS!',
      c: 'EHAM-KJFK',
    });
  });

  it('drops keys and entries of absent optional fields only', () => {
    expect(
      body({
        r: '{route?}',
        n: { f: '{flight?}' },
        l: ['{route?}', '{origin}', '{alternates?}'],
        t: 'x{route?}y',
      }),
    ).toEqual({
      n: {},
      l: ['EHAM'],
      t: 'xy',
    });
    expect(body({ r: '{route?}', a: '{alternates?}' }, { ...trip, route: '', alternates: [] })).toEqual({});
  });

  it('has an empty list for required alternates', () => {
    expect(body({ a: '{alternates}', b: '[{alternates}]' })).toEqual({ a: [], b: '[]' });
  });

  it.each(['{route}', 'x {flight}', '{departure}'])('names the field that %s requires', (template) => {
    const field = /\{(\w+)\}/.exec(template)?.[1] ?? '';
    expect(() => fill({ a: template })).toThrow(TripKitError);
    expect(() => fill({ a: template })).toThrow(field);
  });

  it('keeps other values and keys as they are', () => {
    const template = JSON.parse(
      '{"n":1.5,"t":true,"z":null,"{origin}":"{","__proto__":{"x":"{origin}"}}',
    ) as JsonValue;
    expect(fill(template).body).toBe('{"n":1.5,"t":true,"z":null,"{origin}":"{","__proto__":{"x":"EHAM"}}');
  });

  it('is null where the template is', () => {
    expect(fill(null).body).toBeNull();
    expect(fill('{route?}').body).toBeNull();
  });

  it('puts values in once: a value is no template', () => {
    expect(body({ a: '{route}', b: '<{route}>' }, { ...trip, route: '{flight} $& $1' })).toEqual({
      a: '{flight} $& $1',
      b: '<{flight} $& $1>',
    });
  });
});

describe('the path', () => {
  it('has percent-encoded values', () => {
    expect(fill(null).path).toBe('/v1/companies/D%2F1/tripkits');
    expect(fill(null, full, '/x?a={alternates}&r={route?}&f={flight}').path).toBe(
      '/x?a=KEWR%20KBOS&r=DCT%20A%20B&f=KLM1',
    );
    expect(fill(null, trip, '/x?r={route?}').path).toBe('/x?r=');
  });

  it('never climbs nor ends early', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '?', '#', '%', '\\', 'a', ' ', '2', 'e') }),
        (flight) => {
          fc.pre(flight !== '');
          const { path } = fill(null, { ...trip, flight }, '/a/{flight}/b');
          const segments = path.split('/');
          expect(segments).toHaveLength(4);
          expect(path).not.toMatch(/[?#\\ ]/);
          expect(segments).not.toContain('..');
          expect(segments).not.toContain('.');
          expect(decodeURIComponent(segments[2] ?? '')).toBe(flight);
        },
      ),
    );
    expect(fill(null, { ...trip, flight: '.' }, '/a/.{flight}').path).toBe('/a/.%2E');
  });
});

describe('encodePathParameter', () => {
  it.each([
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['...', '...'],
    ['a/b', 'a%2Fb'],
    ['ü', '%C3%BC'],
  ])('%s becomes %s', (value, encoded) => {
    expect(encodePathParameter(value)).toBe(encoded);
  });

  it('refuses a lone surrogate', () => {
    expect(() => encodePathParameter('a\ud800')).toThrow(TripKitError);
  });

  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a.%/?# \0ü€𝄞') }), (value) => {
        expect(decodeURIComponent(encodePathParameter(value))).toBe(value);
      }),
    );
  });
});
