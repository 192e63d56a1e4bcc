import { expect, test } from 'vitest';
import { createNavigationStore, inViewerWindow } from '../../../renderer/shell/state/navigation-store.ts';
import { createWorkspaceStore } from '../../../renderer/shell/state/workspace-store.ts';

function setUp() {
  const navigation = createNavigationStore(createWorkspaceStore());
  navigation.getState().show('ready');
  return navigation;
}

test('a kit that is looked at from a pane leads back to it', () => {
  const navigation = setUp();
  navigation.getState().visit('a');
  expect(navigation.getState()).toMatchObject({ pane: 'kit', selectedId: 'a', back: 'ready' });
  navigation.getState().goBack();
  expect(navigation.getState()).toMatchObject({ pane: 'ready', back: null });
  navigation.getState().goBack();
  expect(navigation.getState().pane).toBe('ready');
});

test('so it does after it was read, and not after another was chosen', () => {
  const navigation = setUp();
  navigation.getState().visit('a');
  navigation.getState().select('a');
  navigation.getState().open('a');
  navigation.getState().toLibrary();
  expect(navigation.getState()).toMatchObject({ pane: 'kit', back: 'ready' });
  navigation.getState().select('b');
  expect(navigation.getState().back).toBeNull();
});

test('a kit that is opened from the pane leads back to it at once', () => {
  const navigation = setUp();
  navigation.getState().open('a');
  expect(navigation.getState().screen.name).toBe('viewer');
  navigation.getState().toLibrary();
  expect(navigation.getState()).toMatchObject({ pane: 'ready', selectedId: 'a' });
  navigation.getState().select('a');
  navigation.getState().open('a');
  expect(navigation.getState().pane).toBe('kit');
});

test('a kit that is gone leads back, or on to the next', () => {
  const navigation = setUp();
  navigation.getState().visit('a');
  navigation.getState().leaveKit('b');
  expect(navigation.getState()).toMatchObject({ pane: 'ready', selectedId: 'b', back: null });
  navigation.getState().select('b');
  navigation.getState().leaveKit('c');
  expect(navigation.getState()).toMatchObject({ pane: 'kit', selectedId: 'c' });
});

test('what changed leads back to where one came from, also after the kits were swapped', () => {
  const navigation = setUp();
  const now = navigation.getState;
  now().toChanges('old', 'new');
  now().toChanges('new', 'old');
  expect(now().screen).toMatchObject({ name: 'changes', oldId: 'new', from: 'library' });
  now().leaveChanges();
  expect(now()).toMatchObject({ screen: { name: 'library' }, pane: 'ready' });
  now().open('new');
  now().toChanges('old', 'new', 'marks');
  expect(now().screen).toMatchObject({ from: 'viewer', at: 'marks' });
  now().leaveChanges();
  expect(now().screen).toEqual({ name: 'viewer' });
});

test('the guides lead back to the screen they were opened from, however far one went in them', () => {
  const navigation = setUp();
  const now = navigation.getState;
  now().toGuides();
  now().toGuides({ guide: 'user-guide', heading: 'read' });
  expect(now().screen).toEqual({
    name: 'guides',
    guide: 'user-guide',
    heading: 'read',
    from: { name: 'library' },
  });
  now().leaveGuides();
  expect(now()).toMatchObject({ screen: { name: 'library' }, pane: 'ready' });
  now().leaveGuides();
  expect(now().screen).toEqual({ name: 'library' });
  // Files that were dropped on that screen are not taken a second time.
  now().toBatch([new File([], 'roster.ics')]);
  now().toGuides();
  now().leaveGuides();
  expect(now().screen).toEqual({ name: 'batch' });
  now().open('a');
  now().toGuides();
  now().leaveGuides();
  expect(now().screen).toEqual({ name: 'viewer' });
});

test('where no kit is open any more the guides lead to the library', () => {
  const workspace = createWorkspaceStore();
  const navigation = createNavigationStore(workspace);
  navigation.getState().open('a');
  navigation.getState().toGuides();
  for (const { id } of workspace.getState().tabs) workspace.getState().close(id);
  navigation.getState().leaveGuides();
  expect(navigation.getState().screen).toEqual({ name: 'library' });
});

test('a window that shows kits alone has the library’s window show guides', () => {
  const navigation = createNavigationStore(createWorkspaceStore());
  const asked: unknown[] = [];
  inViewerWindow(navigation, (command) => asked.push(command));
  navigation.getState().toGuides({ guide: 'user-guide', heading: 'read' });
  navigation.getState().toGuides({ guide: 'whats-new' });
  expect(asked).toEqual(['guides', 'whats_new']);
  expect(navigation.getState().screen).toEqual({ name: 'viewer' });
});
