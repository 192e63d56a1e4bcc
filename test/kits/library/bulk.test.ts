import { expect, test } from 'vitest';
import { kitState } from '../../../preload/contract.ts';
import { bulkChoices, comparablePair } from '../../../renderer/kits/library/bulk-pane.tsx';
import { aKit } from '../../kits.ts';
import { kitId } from '../list/entries.ts';

const document = { bytes: 1000, sha256: 'ab', pages: 2 };

test('each action is offered for the kits that it fits', () => {
  const kits = kitState.options.map((state, index) =>
    aKit({ id: kitId(index), state, document: state === 'ready' ? document : null, pinned: index === 0 }),
  );
  const can = bulkChoices([...kits, aKit({ id: kitId(9), state: 'ready', acknowledged: false, document })]);
  const states = (ids: readonly string[]) =>
    ids.map((id) => kits.find((kit) => kit.id === id)?.state ?? 'to read');
  expect(states(can.open)).toEqual(['ready']);
  expect(can.toRead).toBe(1);
  expect(states(can.cancel)).toEqual(['planned', 'requesting', 'generating', 'downloading', 'unconfirmed']);
  expect(states(can.retry)).toEqual(['failed', 'cancelled']);
  expect(can.unpin).toEqual([kitId(0)]);
  expect(can.pin).toHaveLength(8);
  expect(can.bytes).toBe(2000);
});

test('two kits with documents can be compared, the older one as the old one', () => {
  const newer = aKit({ id: kitId(1), created_at: '2026-11-21T08:00:00.000Z', document });
  const older = aKit({ id: kitId(2), created_at: '2026-11-20T08:00:00.000Z', document });
  expect(comparablePair([newer, older])).toEqual({ old: older, new: newer });
  expect(comparablePair([newer])).toBeNull();
  expect(comparablePair([newer, older, aKit({ id: kitId(3), document })])).toBeNull();
  expect(comparablePair([newer, aKit({ id: kitId(4), document: null })])).toBeNull();
});
