import { expect, test, vi } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { kitsSlice } from '../../renderer/kits/kits-store.ts';
import { openingSlice } from '../../renderer/kits/opening-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { navigationSlice } from '../../renderer/shell/state/navigation-store.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { windowsSlice } from '../../renderer/shell/state/windows-store.ts';
import { activeTab, workspaceSlice } from '../../renderer/shell/state/workspace-store.ts';
import { aKit } from '../kits.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

const OLD = '11111111-1111-4111-8111-111111111111';
const NEW = '22222222-2222-4222-8222-222222222222';
const WARNING = { code: '205', type: 'Warning', message: 'Multiple matches found.' };

async function setUp(kits: Kit[]) {
  const fake = createFakeBridge({ scenario: 'empty', speed: 1, documents: [] });
  const stores = createRegistry(connect(fake.bridge));
  stores.get(kitsSlice).getState().start();
  await vi.waitFor(() => expect(stores.get(kitsSlice).getState().status).toBe('ready'));
  for (const kit of kits) fake.push(kit);
  const shown = () => {
    const { screen } = stores.get(navigationSlice).getState();
    return screen.name === 'viewer'
      ? (activeTab(stores.get(workspaceSlice).getState())?.kitId ?? null)
      : null;
  };
  return { fake, stores, opening: stores.get(openingSlice), shown };
}
const ready = (more: Partial<Kit>) => aKit({ state: 'ready', ...more });

test('a kit without warnings opens at once', async () => {
  const { opening, shown, fake } = await setUp([ready({ id: OLD })]);
  opening.getState().ask(OLD);
  expect(shown()).toBe(OLD);
  expect(fake.calls).not.toContain('kits.acknowledge');
});

test('a kit that is not ready is selected, not opened', async () => {
  const { opening, shown, stores } = await setUp([aKit({ id: OLD, state: 'generating' })]);
  opening.getState().ask(OLD);
  expect(shown()).toBeNull();
  expect(opening.getState().question).toBeNull();
  expect(stores.get(navigationSlice).getState().selectedId).toBe(OLD);
});

test('warnings are acknowledged before the first opening, and not asked about again', async () => {
  const { opening, shown, stores } = await setUp([
    ready({ id: OLD, messages: [WARNING], acknowledged: false }),
  ]);
  opening.getState().ask(OLD);
  expect(shown()).toBeNull();
  expect(opening.getState().question).toMatchObject({ kind: 'acknowledge', kitId: OLD });
  await opening.getState().acknowledge();
  expect(shown()).toBe(OLD);
  stores.get(navigationSlice).getState().toLibrary();
  opening.getState().ask(OLD);
  expect(shown()).toBe(OLD);
});

test('an acknowledgement that could not be recorded keeps the kit closed and says why', async () => {
  const { opening, shown, fake } = await setUp([
    ready({ id: OLD, messages: [WARNING], acknowledged: false }),
  ]);
  opening.getState().ask(OLD);
  fake.failNext('kits.acknowledge', 'The disk is full.');
  await opening.getState().acknowledge();
  expect(shown()).toBeNull();
  expect(opening.getState()).toMatchObject({
    question: { kind: 'acknowledge' },
    busy: false,
    failure: { message: 'The disk is full.' },
  });
});

test('a dialog that was closed meanwhile opens nothing', async () => {
  const { opening, shown } = await setUp([ready({ id: OLD, messages: [WARNING], acknowledged: false })]);
  opening.getState().ask(OLD);
  const answer = opening.getState().acknowledge();
  opening.getState().cancel();
  await answer;
  expect(shown()).toBeNull();
});

test('a superseded kit is never opened by default', async () => {
  const { opening, shown } = await setUp([ready({ id: NEW }), ready({ id: OLD, superseded_by: NEW })]);
  opening.getState().ask(OLD);
  expect(shown()).toBeNull();
  expect(opening.getState().question).toMatchObject({ kind: 'superseded', kitId: OLD, newerId: NEW });
  opening.getState().openNewer();
  expect(shown()).toBe(NEW);
  opening.getState().ask(OLD);
  opening.getState().openThis();
  expect(shown()).toBe(OLD);
});

test('the newer kit’s own warnings still come first', async () => {
  const { opening, shown } = await setUp([
    ready({ id: NEW, messages: [WARNING], acknowledged: false }),
    ready({ id: OLD, superseded_by: NEW }),
  ]);
  opening.getState().ask(OLD);
  opening.getState().openNewer();
  expect(shown()).toBeNull();
  expect(opening.getState().question).toMatchObject({ kind: 'acknowledge', kitId: NEW });
});

test('a page that was asked for survives the questions; the newer kit opens at its own place', async () => {
  const { opening, stores } = await setUp([
    ready({ id: NEW }),
    ready({ id: OLD, superseded_by: NEW, messages: [WARNING], acknowledged: false }),
  ]);
  const wanted = () => stores.get(workspaceSlice).getState().wanted;
  opening.getState().ask(OLD, 7);
  opening.getState().openThis();
  await opening.getState().acknowledge();
  expect(wanted()).toMatchObject({ page: 7 });
  stores.get(workspaceSlice).getState().arrived();
  opening.getState().ask(OLD, 7);
  opening.getState().openNewer();
  expect(wanted()).toBeNull();
});

test('several kits open together: one question for all that a newer one replaces', async () => {
  const THIRD = '33333333-3333-4333-8333-333333333333';
  const kits = [ready({ id: OLD, superseded_by: NEW }), ready({ id: NEW }), ready({ id: THIRD })];
  const { opening, stores, shown } = await setUp(kits);
  const tabs = () =>
    stores
      .get(workspaceSlice)
      .getState()
      .tabs.map(({ kitId }) => kitId);
  opening.getState().askAll([OLD, THIRD]);
  expect(shown()).toBeNull();
  expect(opening.getState().question).toMatchObject({ kind: 'superseded_some', kitIds: [OLD, THIRD] });
  opening.getState().cancel();
  expect(tabs()).toEqual([]);
  opening.getState().askAll([OLD, THIRD]);
  opening.getState().openNewer();
  expect(tabs()).toEqual([NEW, THIRD]);
  expect(opening.getState().question).toBeNull();
  opening.getState().askAll([OLD, NEW]);
  opening.getState().openThis();
  expect(tabs()).toEqual([NEW, THIRD, OLD]);
  // Nothing is asked where nothing is newer.
  opening.getState().askAll([THIRD]);
  expect([opening.getState().question, shown()]).toEqual([null, THIRD]);
});

test('a newer kit with messages is read before it opens; the others are open meanwhile', async () => {
  const THIRD = '33333333-3333-4333-8333-333333333333';
  const { opening, stores, shown } = await setUp([
    ready({ id: OLD, superseded_by: NEW }),
    ready({ id: NEW, messages: [WARNING], acknowledged: false }),
    ready({ id: THIRD }),
  ]);
  opening.getState().askAll([OLD, THIRD]);
  opening.getState().openNewer();
  expect(shown()).toBe(THIRD);
  expect(opening.getState().question).toMatchObject({ kind: 'acknowledge', kitId: NEW });
  await opening.getState().acknowledge();
  expect(
    stores
      .get(workspaceSlice)
      .getState()
      .tabs.map(({ kitId }) => kitId),
  ).toEqual([THIRD, NEW]);
});

test('from a pane that one comes back to, a kit opens over it, and its messages are read without opening it', async () => {
  const { opening, shown, stores } = await setUp([
    ready({ id: OLD, messages: [WARNING], acknowledged: false }),
  ]);
  const navigation = stores.get(navigationSlice);
  navigation.getState().show('ready');
  opening.getState().askMessages(OLD);
  expect(opening.getState().question).toMatchObject({ kind: 'acknowledge', opens: false });
  await opening.getState().acknowledge();
  expect(opening.getState().question).toBeNull();
  expect([shown(), navigation.getState().pane]).toEqual([null, 'ready']);
  opening.getState().askMessages(OLD);
  expect(opening.getState().question).toBeNull();
  opening.getState().askHere(OLD);
  expect(shown()).toBe(OLD);
  navigation.getState().toLibrary();
  expect(navigation.getState().pane).toBe('ready');
});

test('a kit opens in a window of its own after the same questions', async () => {
  const { opening, shown, fake } = await setUp([
    ready({ id: OLD, messages: [WARNING], acknowledged: false }),
  ]);
  opening.getState().askElsewhere(OLD, 3);
  expect(fake.windows.requests).toEqual([]);
  await opening.getState().acknowledge();
  expect(fake.windows.requests).toEqual([
    { kit_id: OLD, page: 3, at: 'remembered', torn_off: false, beside: false },
  ]);
  expect(shown()).toBeNull();
  // The next one opens here again.
  opening.getState().ask(OLD);
  expect(shown()).toBe(OLD);
});

test('a kit that another window has open is shown there, unless it is open here too', async () => {
  const { opening, shown, fake, stores } = await setUp([ready({ id: OLD }), ready({ id: NEW })]);
  stores.get(windowsSlice).getState().start();
  fake.windows.say('elsewhere', [OLD]);
  opening.getState().ask(OLD, 4);
  expect(fake.windows.shown).toEqual([[OLD, 4]]);
  expect(shown()).toBeNull();
  stores.get(navigationSlice).getState().open(OLD);
  opening.getState().ask(OLD);
  expect(fake.windows.shown).toHaveLength(1);
  expect(shown()).toBe(OLD);
  fake.windows.say('elsewhere', []);
  opening.getState().ask(NEW);
  expect(shown()).toBe(NEW);
});

test('a tab that is torn off goes when the window is there, and comes back from it', async () => {
  const { opening, fake, stores } = await setUp([ready({ id: OLD }), ready({ id: NEW })]);
  stores.get(windowsSlice).getState().start();
  const { open } = stores.get(navigationSlice).getState();
  open(OLD);
  open(NEW);
  const tabs = () =>
    stores
      .get(workspaceSlice)
      .getState()
      .tabs.map(({ kitId }) => kitId);
  const kept: string[] = [];
  stores
    .get(windowsSlice)
    .getState()
    .onMove((id) => kept.push(id));
  expect(fake.windows.held).toEqual([OLD, NEW]);

  await opening.getState().moveElsewhere(NEW, { page: 2, beside: true });
  expect(tabs()).toEqual([OLD, NEW]);
  expect(kept).toEqual([]);

  fake.failNext('windows.open', '4 windows are open.');
  await opening.getState().moveElsewhere(NEW);
  expect(tabs()).toEqual([OLD, NEW]);
  expect(stores.get(kitsSlice).getState().outcome.get(NEW)).toMatchObject({
    failure: { message: '4 windows are open.' },
  });

  await opening.getState().moveElsewhere(NEW, { atPointer: true });
  expect(tabs()).toEqual([OLD]);
  expect(kept).toEqual([NEW, NEW]);
  expect(fake.windows.held).toEqual([OLD]);
  expect(fake.windows.requests.at(-1)).toEqual({
    kit_id: NEW,
    page: null,
    at: 'pointer',
    torn_off: true,
    beside: false,
  });

  const { panes } = stores.get(workspaceSlice).getState();
  fake.windows.say('returned', [NEW, OLD]);
  expect(tabs()).toEqual([OLD, NEW]);
  // It takes nobody's place on the screen.
  expect(stores.get(workspaceSlice).getState().panes).toEqual(panes);

  // Shown elsewhere after all: the tab stays.
  fake.windows.answer = 'shown';
  await opening.getState().moveElsewhere(NEW);
  expect(tabs()).toEqual([OLD, NEW]);
});
