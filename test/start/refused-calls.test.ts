/** What administrators switched off: every call that lets something out of the app is refused, or has its reason why not. */
import { expect, test, vi } from 'vitest';
import type { CallMap, SetupCallMap } from '../../main/host/call-map.ts';
import { initialPolicies, strictestPolicies } from '../../main/policies/policies.ts';
import {
  forbiddenBy,
  forbiddenError,
  refusals,
  refusedCalls,
  refusedSetupCalls,
  refuseForbidden,
  refuseForbiddenSetup,
} from '../../main/start/refused-calls.ts';
import { calls, forbiddable } from '../../preload/contract.ts';
import { setupCalls } from '../../preload/setup-contract.ts';
import { libraryAllowances, setupAllowances } from '../attack/allowances.ts';

/** Handlers that say that they were called. */
function handlersOf(contract: object) {
  const done: string[] = [];
  const map = Object.fromEntries(
    Object.entries(contract).map(([domain, of]) => [
      domain,
      Object.fromEntries(
        Object.keys(of as object).map((name) => [name, () => void done.push(`${domain}.${name}`)]),
      ),
    ]),
  );
  return { map, done };
}
function namesOf(contract: object): string[] {
  return Object.entries(contract).flatMap(([domain, of]) =>
    Object.keys(of as object).map((name) => `${domain}.${name}`),
  );
}
function handler(map: object, call: string): () => unknown {
  const [domain = '', name = ''] = call.split('.');
  return Reflect.get(Reflect.get(map, domain), name);
}

test('nothing is switched off where nothing is decided, and copies are where nobody knows what is', () => {
  expect(forbiddenBy({ ...initialPolicies })).toEqual([]);
  expect(forbiddenBy({ ...initialPolicies, print: false })).toEqual(['print']);
  expect(forbiddenBy({ ...strictestPolicies })).toEqual(['export']);
});

test('every call that asks where to, or drags, is refused where copies are switched off, or says why not', () => {
  for (const [allowances, table] of [
    [libraryAllowances, refusedCalls],
    [setupAllowances, refusedSetupCalls],
  ] as const) {
    const refused: readonly string[] = table.export ?? [];
    for (const [call, { gives, no_copy }] of Object.entries(allowances))
      if (gives === 'asks') expect(refused.includes(call), call).toBe(no_copy === undefined);
  }
  expect(refusedCalls.export).toEqual(expect.arrayContaining(['documents.prepareDrag', 'documents.drag']));
});

test.each([...forbiddable.options])(
  '%s: its calls are refused with a typed error, all others are as before',
  (policy) => {
    for (const [contract, table, refuse] of [
      [calls, refusedCalls, (map: object) => refuseForbidden(map as CallMap, [policy])],
      [setupCalls, refusedSetupCalls, (map: object) => refuseForbiddenSetup(map as SetupCallMap, [policy])],
    ] as const) {
      const { map, done } = handlersOf(contract);
      const guarded = refuse(map);
      const refused: readonly string[] = table[policy] ?? [];
      expect(refused.filter((call) => !namesOf(contract).includes(call))).toEqual([]);
      for (const call of namesOf(contract)) {
        if (refused.includes(call)) {
          expect(() => handler(guarded, call)(), call).toThrow(
            expect.objectContaining({ kind: 'config', condition: 'managed', message: refusals[policy] }),
          );
        } else handler(guarded, call)();
      }
      expect(done).toEqual(namesOf(contract).filter((call) => !refused.includes(call)));
    }
  },
);

test('nothing is refused where nothing is switched off; a refusal says what to do next', () => {
  const { map } = handlersOf(calls);
  expect(refuseForbidden(map as never, [])).toEqual(map);
  for (const policy of forbiddable.options)
    expect(forbiddenError(policy).message).toMatch(/ask your IT|Ask your IT/);
});

test('a refused drag never reaches what hands files to the system', () => {
  const drag = vi.fn();
  const { map } = handlersOf(calls);
  const guarded = refuseForbidden({ ...map, documents: { ...map.documents, drag } } as never, ['export']);
  expect(() => guarded.documents.drag(['a'])).toThrow(refusals.export);
  expect(drag).not.toHaveBeenCalled();
});
