/** Stands in for the preload script in the harness: puts the fake bridge on the window. */
import './no-eval.ts';
import { defaultChoices } from '../../../main/settings/rules/choices.ts';
import { appearance, type Choices, defaultSettings, type PageStart } from '../../../preload/contract.ts';
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
// As the main process does: what the page chose is kept beyond it, and stands in it before its own code runs.
Object.assign(fake.choices, JSON.parse(sessionStorage.getItem('choices') ?? '{}'));
const { choose } = fake.bridge.settings;
fake.bridge.settings.choose = (patch) => {
  sessionStorage.setItem('choices', JSON.stringify({ ...fake.choices, ...patch }));
  return choose(patch);
};
/** The version that ran before this start: the app has become 0.3.0. */
const before = query.get('before');
if (before !== null) {
  const value = { version: '0.3.0', host: 'chromium', platform: 'linux', before } as const;
  fake.bridge.app.info = async () => ({ ok: true, value });
}
// Cockpit mode as it was left.
const cockpit = query.has('cockpit');
if (cockpit) void fake.bridge.settings.set({ cockpit });
/** The kit of a further window. */
const further = query.get('viewer');
const start: PageStart = {
  appearance: { ...appearance.parse(defaultSettings), cockpit },
  choices: { ...defaultChoices, ...(fake.choices as Partial<Choices>) },
  viewer: further === null ? null : { kit_id: further, page: null },
};
document.documentElement.dataset.start = JSON.stringify(start);
window.fake = fake;
// Each page has its own bridge, as its preload script would give it.
if (location.pathname.startsWith('/setup/'))
  Object.defineProperty(window, 'tripkitSetup', { value: fake.setup });
else Object.defineProperty(window, 'tripkit', { value: fake.bridge });
