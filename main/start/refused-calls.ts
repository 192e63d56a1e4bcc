/** What administrators have switched off: its calls are refused, whatever a page offers. */
import { type Calls, type Forbiddable, forbiddable } from '../../preload/contract.ts';
import type { SetupCalls } from '../../preload/setup-contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { CallMap, SetupCallMap } from '../host/call-map.ts';
import type { Policies } from '../policies/policies.ts';

/** What is switched off on this computer. */
export function forbiddenBy(policies: Policies): Forbiddable[] {
  return forbiddable.options.filter((name) => !policies[name]);
}

type NameOf<C> = { [D in keyof C & string]: `${D}.${keyof C[D] & string}` }[keyof C & string];
type Refused<C> = Partial<Record<Forbiddable, readonly NameOf<C>[]>>;

/**
 * The calls of the library's contract that each policy refuses. A page that was taken over could also print itself, which its sandbox
 * refuses (main/electron/app-protocol.ts).
 */
export const refusedCalls: Refused<Calls> = {
  export: [
    'documents.saveCopy',
    'documents.prepareDrag',
    'documents.drag',
    'marks.saveCopy',
    'print.save',
    'audit.export',
    'audit.exportRecord',
    'batch.save',
  ],
  print: ['print.start', 'print.save'],
  standing_orders: ['kits.plan'],
};

/** The same for set-up's contract: a person's own watched folder gets a copy of every kit. */
export const refusedSetupCalls: Refused<SetupCalls> = {
  export: ['watch.chooseFolder', 'watch.chooseCommand', 'watch.begin'],
};

/** The message for a person who tries it anyway. */
export const refusals: Readonly<Record<Forbiddable, string>> = {
  export:
    'Your administrators have switched off copies outside this app on this computer. Nothing was saved. Ask your IT if you need one.',
  standing_orders:
    'Your administrators have switched off standing orders on this computer. Request the kits yourself, or ask your IT.',
  print: 'Your administrators have switched off printing on this computer. Ask your IT if you need it.',
};

/** The error for a call that a policy refuses. */
export function forbiddenError(name: Forbiddable): TripKitError {
  return new TripKitError('config', refusals[name], { condition: 'managed' });
}

/** The handlers of the library's contract; those that are switched off refuse. */
export function refuseForbidden(calls: CallMap, forbidden: readonly Forbiddable[]): CallMap {
  return refuse(calls, forbidden, refusedCalls);
}

/** The same for set-up's contract. */
export function refuseForbiddenSetup(calls: SetupCallMap, forbidden: readonly Forbiddable[]): SetupCallMap {
  return refuse(calls, forbidden, refusedSetupCalls);
}

function refuse<M extends object>(
  calls: M,
  forbidden: readonly Forbiddable[],
  table: Partial<Record<Forbiddable, readonly string[]>>,
): M {
  const refused: Record<string, Record<string, unknown>> = {};
  for (const policy of forbidden) {
    const handler = () => {
      throw forbiddenError(policy);
    };
    for (const call of table[policy] ?? []) {
      const [domain = '', name = ''] = call.split('.');
      refused[domain] = { ...(refused[domain] ?? Reflect.get(calls, domain)), [name]: handler };
    }
  }
  return { ...calls, ...refused };
}
