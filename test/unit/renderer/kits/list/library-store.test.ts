import { expect, test, vi } from 'vitest';
import { connect } from '../../../../../renderer/ipc/bridge.ts';
import { kitsSlice } from '../../../../../renderer/kits/kits-store.ts';
import { librarySlice } from '../../../../../renderer/kits/list/library-store.ts';
import { sessionSlice } from '../../../../../renderer/session/session-store.ts';
import { createRegistry } from '../../../../../renderer/state/registry.tsx';
import { createFakeBridge } from '../../fake-bridge.ts';
import { aKit } from '../../kits.ts';

test('a list that is made after kits and profiles have come shows and names them', async () => {
  const fake = createFakeBridge({ scenario: 'fleet', speed: 1, documents: [] });
  const { get } = createRegistry(connect(fake.bridge));
  get(kitsSlice).getState().start();
  await get(sessionSlice).getState().load();
  await vi.waitFor(() => expect(get(kitsSlice).getState().complete).toBe(true));
  const [first, second] = get(sessionSlice).getState().profiles;
  fake.push(aKit({ id: 'a', profile_id: first?.id ?? '' }));
  fake.push(aKit({ id: 'b', profile_id: second?.id ?? '' }));
  const { narrow, view } = get(librarySlice).getState();
  expect(view.count).toBe(2);
  narrow({ query: second?.name ?? '' });
  expect(get(librarySlice).getState().view.ids()).toEqual(['b']);
});
