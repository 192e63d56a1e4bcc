import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  activeTab,
  createWorkspaceStore,
  MAX_TABS,
  MIN_SHARE,
  type WorkspaceState,
} from '../../../renderer/shell/state/workspace-store.ts';

function setUp(...kits: string[]) {
  let count = 0;
  const store = createWorkspaceStore(() => {
    count += 1;
    return `t${count}`;
  });
  for (const kit of kits) store.getState().open(kit);
  const state = () => store.getState();
  return { state, front: () => activeTab(state())?.kitId ?? null };
}
const kitsOf = (state: WorkspaceState) => state.tabs.map((tab) => tab.kitId);
const onScreen = (state: WorkspaceState) =>
  [state.panes.left, state.panes.right].map((id) => state.tabs.find((tab) => tab.id === id)?.kitId ?? null);

test('another kit opens in another tab; one that is open already comes to the front', () => {
  const { state, front } = setUp('A', 'B');
  expect(kitsOf(state())).toEqual(['A', 'B']);
  state().open('A');
  expect(kitsOf(state())).toEqual(['A', 'B']);
  expect(front()).toBe('A');
});

test('a wanted page is told until the view is there', () => {
  const { state } = setUp('A');
  state().open('A', { page: 7 });
  expect(state().wanted).toEqual({ tabId: 't1', page: 7 });
  state().arrived();
  expect(state().wanted).toBeNull();
});

test('closing a tab shows the one that was used before it', () => {
  const { state, front } = setUp('A', 'B', 'C');
  state().show('t1');
  state().close('t1');
  expect(front()).toBe('C');
  state().close('t2');
  expect(front()).toBe('C');
  state().close('t3');
  expect(state()).toMatchObject({ tabs: [], panes: { left: null, right: null }, recent: [] });
});

test('stepping through the tabs comes round', () => {
  const { state, front } = setUp('A', 'B', 'C');
  state().step(1);
  expect(front()).toBe('A');
  state().step(-1);
  state().step(-1);
  expect(front()).toBe('B');
});

test('side by side: the tab used before, or the same kit twice', () => {
  const two = setUp('A', 'B');
  two.state().split();
  expect(onScreen(two.state())).toEqual(['B', 'A']);
  expect(two.state().active).toBe('right');
  const one = setUp('A');
  one.state().split();
  expect(onScreen(one.state())).toEqual(['A', 'A']);
  expect(one.state().tabs).toHaveLength(2);
});

test('side by side: the same kit twice beside other tabs, with one tab more for it', () => {
  const { state } = setUp('A', 'B');
  state().show('t1');
  state().twice();
  expect(onScreen(state())).toEqual(['A', 'A']);
  expect(state().tabs.map(({ kitId }) => kitId)).toEqual(['A', 'B', 'A']);
  state().show('t2');
  expect(onScreen(state())).toEqual(['A', 'B']);
  state().focus('left');
  state().twice();
  expect(onScreen(state())).toEqual(['A', 'A']);
  expect(state().tabs).toHaveLength(3);
});

test('side by side: a tab opens in the active view, or its own view gets the keyboard', () => {
  const { state } = setUp('A', 'B', 'C');
  state().split();
  expect(onScreen(state())).toEqual(['C', 'B']);
  state().show('t1');
  expect(onScreen(state())).toEqual(['C', 'A']);
  state().show('t3');
  expect(state().active).toBe('left');
  expect(onScreen(state())).toEqual(['C', 'A']);
  state().open('D');
  expect(onScreen(state())).toEqual(['D', 'A']);
});

test('a kit opens beside the active view', () => {
  const { state } = setUp('A');
  state().open('B', { beside: true });
  expect(onScreen(state())).toEqual(['A', 'B']);
  state().open('C', { beside: true });
  expect(onScreen(state())).toEqual(['B', 'C']);
});

test('closing one of two leaves the other alone on the screen; so does ending it', () => {
  const { state, front } = setUp('A', 'B', 'C');
  state().split();
  state().close('t2');
  expect(onScreen(state())).toEqual(['C', null]);
  state().split();
  state().focus('right');
  state().unsplit();
  expect(onScreen(state())).toEqual(['A', null]);
  expect(front()).toBe('A');
  expect(kitsOf(state())).toEqual(['A', 'C']);
});

test('one tab too many closes the one left alone longest, and says which', () => {
  const kits = Array.from({ length: MAX_TABS }, (_, index) => `K${index}`);
  const { state } = setUp(...kits);
  state().show('t1');
  state().open('new');
  expect(state().tabs).toHaveLength(MAX_TABS);
  expect(kitsOf(state())).not.toContain('K1');
  expect(state().madeRoom).toBe('K1');
  state().roomNoticeShown();
  expect(state().madeRoom).toBeNull();
});

test('kits that have gone take all their tabs with them', () => {
  const { state } = setUp('A');
  state().split();
  state().open('B');
  state().forget(new Set(['A']));
  expect(kitsOf(state())).toEqual(['B']);
  expect(onScreen(state())).toEqual(['B', null]);
});

test('the splitter leaves room for both', () => {
  const { state } = setUp('A');
  state().setShare(0);
  expect(state().share).toBe(MIN_SHARE);
  state().setShare(2);
  expect(state().share).toBe(1 - MIN_SHARE);
});

test('whatever is done, what is on the screen has a tab, once, and one view has the keyboard', () => {
  const kit = fc.constantFrom(...'ABCDEFGHIJ');
  const tab = fc.integer({ min: 1, max: 20 }).map((n) => `t${n}`);
  const step = fc.oneof(
    fc.tuple(fc.constant('open'), kit, fc.boolean()).map(
      ([, id, beside]) =>
        (s: WorkspaceState) =>
          s.open(id, { beside }),
    ),
    tab.map((id) => (s: WorkspaceState) => s.close(id)),
    tab.map((id) => (s: WorkspaceState) => s.show(id)),
    fc.constantFrom<1 | -1>(1, -1).map((way) => (s: WorkspaceState) => s.step(way)),
    fc.constant((s: WorkspaceState) => s.split()),
    fc.constant((s: WorkspaceState) => s.unsplit()),
    fc.constantFrom<'left' | 'right'>('left', 'right').map((side) => (s: WorkspaceState) => s.focus(side)),
    kit.map((id) => (s: WorkspaceState) => s.forget(new Set([id]))),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { state } = setUp();
      for (const act of steps) {
        act(state());
        const { tabs, panes, active, recent } = state();
        const ids = tabs.map(({ id }) => id);
        expect(ids.length).toBeLessThanOrEqual(MAX_TABS);
        expect([...recent].sort()).toEqual([...ids].sort());
        expect(panes.left === null).toBe(ids.length === 0);
        if (panes.left) expect(ids).toContain(panes.left);
        if (panes.right) expect(ids).toContain(panes.right);
        if (panes.right) expect(panes.right).not.toBe(panes.left);
        if (ids.length > 0) expect(panes[active]).not.toBeNull();
      }
    }),
  );
});
