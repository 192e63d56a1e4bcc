/** Stands in for the preload script in the harness: puts the fake bridge on the window. */
import './no-eval.ts';
import { createFakeBridge, type FakeControls, type FakeOptions, type Scenario } from '../fake-bridge.ts';

declare global {
  interface Window {
    fake: FakeControls;
    /** Written by the harness server ahead of this script. */
    fakeDocuments: FakeOptions['documents'];
  }
}

const query = new URLSearchParams(location.search);
const fake = createFakeBridge({
  scenario: (query.get('scenario') ?? 'demo') as Scenario,
  speed: Number(query.get('speed') ?? '1'),
  documents: window.fakeDocuments,
});
const failing = query.get('fail');
if (failing) fake.failNext(failing, 'The settings file is damaged.');
window.fake = fake;
// Each page has its own bridge, as its preload script would give it.
if (location.pathname.startsWith('/setup/'))
  Object.defineProperty(window, 'tripkitSetup', { value: fake.setup });
else Object.defineProperty(window, 'tripkit', { value: fake.bridge });
