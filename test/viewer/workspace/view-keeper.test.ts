import { expect, test, vi } from 'vitest';
import { connect } from '../../../renderer/shell/state/bridge.ts';
import { createWorkspaceStore } from '../../../renderer/shell/state/workspace-store.ts';
import { PdfError } from '../../../renderer/viewer/document/engine/pdf-engine.ts';
import { createViewKeeper, tabsToKeep, WARM } from '../../../renderer/viewer/workspace/view-keeper.ts';
import { createFakeBridge } from '../../window/fake-bridge.ts';

function setUp(...kits: string[]) {
  const documents = kits.map((id) => ({ id, bytes: 9, pages: 4 }));
  const fake = createFakeBridge({ scenario: 'demo', speed: 1, documents });
  // What opens does not matter here: only what is asked for, and what is let go of.
  const engine = { open: () => Promise.reject(new PdfError('damaged')) };
  const keeper = createViewKeeper(connect(fake.bridge), engine);
  const workspace = createWorkspaceStore();
  for (const kit of kits) workspace.getState().open(kit);
  const keep = () => keeper.getState().keep(workspace.getState());
  const count = (name: string) => fake.calls.filter((call) => call === name).length;
  return { keeper, workspace, keep, count };
}

test('only what is on the screen and the last used of the others hold a document', () => {
  const { keeper, workspace, keep, count } = setUp('A', 'B', 'C', 'D');
  keep();
  expect(keeper.getState().views.size).toBe(1 + WARM);
  expect(tabsToKeep(workspace.getState()).map((tab) => tab.kitId)).toEqual(['C', 'D']);
  expect(count('documents.open')).toBe(2);
  workspace.getState().open('A');
  keep();
  expect(tabsToKeep(workspace.getState()).map((tab) => tab.kitId)).toEqual(['A', 'D']);
  expect(count('documents.closed')).toBe(1);
});

test('going back and forth between two tabs opens nothing again', () => {
  const { workspace, keep, count } = setUp('A', 'B');
  keep();
  workspace.getState().open('A');
  keep();
  workspace.getState().open('B');
  keep();
  expect(count('documents.open')).toBe(2);
  expect(count('documents.closed')).toBe(0);
});

test('a failed view opens anew, in the same tab', async () => {
  const { keeper, workspace, keep, count } = setUp('A');
  keep();
  const [tab] = workspace.getState().tabs;
  if (!tab) throw new Error('a tab is open');
  const first = keeper.getState().views.get(tab.id);
  await vi.waitFor(() => expect(first?.getState().status).toBe('failed'));
  keeper.getState().reopen(tab);
  expect(keeper.getState().views.get(tab.id)).not.toBe(first);
  expect(count('documents.open')).toBe(2);
  expect(count('documents.closed')).toBe(1);
});

test('leaving lets go of everything, once', () => {
  const { keeper, keep, count } = setUp('A', 'B');
  keep();
  keeper.getState().close();
  keeper.getState().close();
  expect(keeper.getState().views.size).toBe(0);
  expect(count('documents.closed')).toBe(2);
});
