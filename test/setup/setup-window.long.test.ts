/** Rarer ways through the window of set-up, in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { drop } from './setup-steps.ts';

const { open, openSetup } = openWindows();

test('a dropped file that is no profile is told; one from a preset is marked as from a public guide, and what is missing is listed', async () => {
  const page = await openSetup('scenario=first');
  await drop(page, 'Choose profile file…', { 'kit.pdf': '%PDF-1.7' });
  await page.getByRole('alert').getByText('kit.pdf is not a profile').waitFor();
  await page.getByRole('button', { name: 'Start from a preset…' }).click();
  const form = page.getByRole('form', { name: 'Start from a preset' });
  await form.getByText('From a public guide, check against your onboarding papers.').waitFor();
  await form.getByText('What the guide leaves open').click();
  await form.getByText('one token may have both scopes').waitFor();
  const missing = form.getByRole('status');
  expect(await missing.textContent()).toContain('Name of the profile, Company code, Company name, client_id');
  await form.getByLabel('Name of the profile').fill('Demo Air (evaluation)');
  await form.getByLabel('Company code').fill('DEMO');
  await form.getByLabel('Company name').fill('Demo Air');
  // Too early: the first field that is missing has the focus.
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('preset-client_id');
  await page.keyboard.type('tripkit-demo');
  await drop(page, 'Choose CA file…', { 'operator.pem': '-----BEGIN CERTIFICATE-----' });
  await form.getByText('CN=Operator CA, valid to 1 Jan 2031').waitFor();
  await form.getByText('Complete.').waitFor();
  expect(await tooWide(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create profile' }).click();
  await page.getByText('Demo Air (evaluation)').waitFor();
  await page.getByText('api.eval.example.com').waitFor();
});

test('several profiles: which one is for new requests, whose certificate ends, which is managed', async () => {
  const page = await openSetup('scenario=fleet', { width: 720, height: 520 });
  const production = page.getByRole('radio', { name: /Demo Air \(production\)/ });
  const training = page.getByRole('radio', { name: /Demo Air \(training\)/ });
  expect(await training.getAttribute('aria-label')).toBeNull();
  await page.getByRole('radio', { name: /training.*Active for new requests/ }).waitFor();
  await page.getByRole('radio', { name: /production.*Managed.*Certificate ends in 6 d/ }).waitFor();
  await page.getByRole('button', { name: 'Remove profile…' }).waitFor();
  await production.check();
  await page.getByRole('radio', { name: /production.*Active for new requests/ }).waitFor();
  await page.getByText('it can’t be changed or removed here').waitFor();
  expect(await page.getByRole('button', { name: 'Remove profile…' }).count()).toBe(0);
  expect(await tooWide(page)).toEqual([]);
  expect(await calls(page)).toContain('profiles.use');
});

test('a test that takes long can be left, and its late answer changes nothing', async () => {
  const page = await openSetup('scenario=fleet&speed=0.001');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('progressbar', { name: 'Test connection' }).waitFor();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByRole('button', { name: 'Test connection' }).waitFor();
});

test('a locked keychain: try again, or the file again', async () => {
  const page = await openSetup('scenario=locked');
  const before = (await calls(page)).filter((name) => name === 'identity.state').length;
  await page.getByRole('button', { name: 'Try to unlock again' }).click();
  await page.waitForFunction(
    (count) => window.fake.calls.filter((name) => name === 'identity.state').length > count,
    before,
  );
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await page.keyboard.type('kerosene');
  await page.keyboard.press('Enter');
  await page.getByText('Stored on this laptop, sealed').waitFor();
});

test('what it is asked for again comes into view with the focus; theme and settings follow the library', async () => {
  const page = await openSetup('scenario=demo', { width: 560, height: 480 });
  await page.evaluate(() => window.fake.bridge.setup.open({ part: 'settings', profile_id: null }));
  await page.waitForFunction(() => document.activeElement?.closest('#settings') !== null);
  await page.getByLabel('Start with my session').click();
  await expect
    .poll(() => page.evaluate(async () => window.fake.bridge.settings.get()))
    .toMatchObject({ value: { values: { open_at_login: true } } });
  await page.evaluate(async () => {
    await window.fake.bridge.settings.set({ theme: 'night' });
    const state = await window.fake.bridge.settings.get();
    if (state.ok) window.fake.ask('settings', state.value);
  });
  await page.waitForSelector('html[data-theme="night"]');
  await page.evaluate(() => window.fake.failNext('settings.set', 'The folder can’t be written to.'));
  await page.getByLabel('Keep running when the window is closed').click();
  await page.getByText('Not changed. The folder can’t be written to.').waitFor();
});

test('Hand over leads to its own heading, which stays at the top while parts above it grow', async () => {
  const page = await openSetup('scenario=demo', { width: 760, height: 600 });
  await page.evaluate(() => window.fake.bridge.setup.open({ part: 'hand_over', profile_id: null }));
  const heading = page.locator('#hand_over h2');
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  const isAtTop = () => heading.evaluate((one) => Math.abs(one.getBoundingClientRect().top) < 100);
  await expect.poll(isAtTop).toBe(true);
  await page.locator('#watch').evaluate((part) => {
    part.style.paddingTop = '500px';
  });
  await expect.poll(isAtTop).toBe(true);
});

test('files that are dropped anywhere on the library are handed over; the page spends none', async () => {
  const page = await open('scenario=first');
  const dropOn = (selector: string, names: string[]) =>
    page.locator(selector).evaluate((place, all) => {
      const dataTransfer = new DataTransfer();
      for (const name of all) dataTransfer.items.add(new File(['x'], name));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, names);
  const handed = async () => (await calls(page)).filter((name) => name === 'setup.hand').length;
  await dropOn('.drop', ['demo.json', 'id.p12']);
  await expect.poll(handed).toBe(2);
  await dropOn('h1', ['KLM.tripkit-profile']);
  await expect.poll(handed).toBe(3);
  await dropOn('h1', ['kit.pdf']);
  expect(await handed()).toBe(3);
});

test('a certificate of this computer: listed, what does not fit with its reason, chosen by keys, forgotten', async () => {
  const page = await openSetup('scenario=first');
  await drop(page, 'Choose profile file…', { 'demo.json': '{}' });
  const way = page.getByRole('button', { name: 'Choose a certificate of this computer…' });
  await way.press('Enter');
  await page.getByRole('status').getByText('Asking the sign-in server').waitFor();
  const list = page.getByRole('group', {
    name: 'Certificates of this computer that the sign-in server takes',
  });
  await list.waitFor();
  const choices = list.getByRole('radio');
  expect(await choices.count()).toBe(3);
  expect(await choices.nth(1).isDisabled()).toBe(true);
  await list.getByText('It expired on 20 Nov 2026 12:00Z.').waitFor();
  await list.getByText('no clientAuth in its extended key usage').waitFor();
  // The only one that fits is chosen already, and has the focus.
  expect(await choices.first().isChecked()).toBe(true);
  await expect.poll(() => choices.first().evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('In this computer’s store or on a card, where its key stays').waitFor();
  await page.getByText('CN=A. Pilot, OU=Flight operations').waitFor();
  expect(await page.getByText('Certificates in the file').count()).toBe(0);
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).waitFor();
  await page.getByRole('button', { name: 'Forget this certificate' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('It stays in this computer’s store or on its card').waitFor();
  await question.getByRole('button', { name: 'Forget this certificate' }).click();
  await way.waitFor();
});

test('a list that takes long can be stopped, and one can go back to a file', async () => {
  const page = await openSetup('scenario=first&speed=0.05');
  await drop(page, 'Choose profile file…', { 'demo.json': '{}' });
  await page.getByRole('button', { name: 'Choose a certificate of this computer…' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => calls(page)).toContainEqual(expect.stringContaining('identity.cancelComputer'));
});

test('what administrators don’t allow is not offered', async () => {
  const computerOnly = await openSetup('scenario=computer-only');
  await drop(computerOnly, 'Choose profile file…', { 'demo.json': '{}' });
  await computerOnly.getByText('Your administrators allow this computer’s own certificates only.').waitFor();
  expect(await computerOnly.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).count()).toBe(0);
  const fileOnly = await openSetup('scenario=managed');
  await fileOnly.getByText('Your administrators allow certificates from files only.').waitFor();
  expect(await fileOnly.getByRole('button', { name: /certificate of this computer/ }).count()).toBe(0);
  await fileOnly.getByText('Your administrators allow no other profiles').waitFor();
  expect(await fileOnly.getByRole('button', { name: /Add another profile|preset/ }).count()).toBe(0);
});
