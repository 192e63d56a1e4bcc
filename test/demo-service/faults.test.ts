import { expect, it } from 'vitest';
import { FaultScript } from './faults.ts';

it('a script of faults counts after and times per rule, and hands on to the next rule when one is used up', () => {
  const script = new FaultScript();
  script.add([
    { on: 'pdf', after: 1, times: 1, do: { action: 'code_301' } },
    { on: 'pdf', times: 1, do: { action: 'expire' } },
    { on: 'pdf', tripkit_id: 'b', do: { action: 'delay', ms: 1 } },
    { on: 'pdf', tripkit_id: 'b', do: { action: 'plain_http_url' } },
  ]);
  const taken = ['a', 'a', 'a', 'b', 'b'].map((id) => script.take('pdf', id).map(({ action }) => action));
  expect(taken).toEqual([
    ['expire'],
    ['code_301'],
    [],
    ['delay', 'plain_http_url'],
    ['delay', 'plain_http_url'],
  ]);
  expect(script.take('storage', 'b')).toEqual([]);
  script.clear();
  expect(script.take('pdf', 'b')).toEqual([]);
});
