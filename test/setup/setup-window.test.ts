/** The window of set-up: as it ships, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup } = openWindows();

/** Drops files on the place around a button, as the system's file manager would. */
async function drop(page: Page, button: string, files: Record<string, string>): Promise<void> {
  await page
    .locator('.drop')
    .filter({ has: page.getByRole('button', { name: button }) })
    .evaluate((place, contents) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(contents)) dataTransfer.items.add(new File([text], name));
      place.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
}

test('both files dropped at once, one of several certificates chosen, by keys from there on', async () => {
  const page = await openSetup('scenario=first');
  await drop(page, 'Choose profile file…', { 'several.p12': 'x', 'demo.json': '{}' });
  await page.getByLabel('Passphrase').waitFor();
  await page.keyboard.type('kerosene');
  await page.keyboard.press('Enter');
  await page.getByText('This file holds several certificates').waitFor();
  expect(await page.getByRole('button', { name: 'Use this certificate' }).isDisabled()).toBe(true);
  // The first choice has the focus; arrows choose.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('CN=Demo Air production, O=Demo Air, C=GB').waitFor();
  await page.getByText('expires in 6 days').waitFor();
  await page.getByText('Not complete, 2 in the file').waitFor();
  await page.getByText('clientAuth', { exact: true }).waitFor();
});

test('a dropped file that is no profile is told in an alert', async () => {
  const page = await openSetup('scenario=first');
  await drop(page, 'Choose profile file…', { 'kit.pdf': '%PDF-1.7' });
  await page.getByRole('alert').getByText('kit.pdf is not a profile').waitFor();
});

test('a profile from a preset: marked as from a public guide, and what is missing is listed', async () => {
  const page = await openSetup('scenario=first');
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

test('the test of the connection says step by step what failed, and forgets it with the profile', async () => {
  const page = await openSetup('scenario=fleet');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The service accepts this profile and certificate.').waitFor();
  await page.getByRole('radio', { name: /production/ }).check();
  await page.getByText('The service accepts').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('can’t be trusted on this network').waitFor();
  const steps = page.getByRole('list', { name: 'Steps of the test' }).locator(':scope > li');
  expect(await steps.evaluateAll((all) => all.map((one) => one.getAttribute('data-result')))).toEqual([
    'passed',
    'passed',
    'passed',
    'failed',
    'skipped',
  ]);
  await steps.nth(3).getByText('try another network').waitFor();
  await steps.nth(3).getByText('Certificates that the server showed').click();
  await steps.nth(3).getByText('CN=Hotel Gateway CA').waitFor();
});

test('a test that takes long can be left, and its late answer changes nothing', async () => {
  const page = await openSetup('scenario=fleet&speed=0.001');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('progressbar', { name: 'Test connection' }).waitFor();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByRole('button', { name: 'Test connection' }).waitFor();
});

test('a new certificate replaces the old one only when it is open', async () => {
  const page = await openSetup('scenario=demo');
  await page.getByRole('button', { name: 'Choose another certificate…' }).click();
  await page.getByText('stays until the new one is open').waitFor();
  await page.getByLabel('Passphrase').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The passphrase does not open').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('CN=Demo Air flight operations').waitFor();
  await page.getByText('Complete up to its root, 2 in the file').waitFor();
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

test('from the first start to the request form in four actions, without a mouse', async () => {
  const page = await openSetup('scenario=first');
  await page.keyboard.press('Enter'); // 1: "Choose profile file…" has the focus
  await page.getByText('Demo Air (DEMO)').waitFor();
  await page.keyboard.press('Enter'); // 2: "Choose .p12 or .pfx file…"
  await page.getByLabel('Passphrase').waitFor();
  await page.keyboard.type('kerosene'); // 3: the passphrase
  await page.keyboard.press('Enter');
  await page.getByText('CN=Demo Air flight operations').waitFor();
  await page.keyboard.press('Enter'); // 4: "Request a trip kit"
  await expect.poll(() => calls(page)).toContain('setup.request');
});

test('without a keychain the certificate is used without being stored, and the screen says so', async () => {
  const page = await openSetup('scenario=nostore');
  await page.getByRole('button', { name: 'Choose profile file' }).click();
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file' }).click();
  await page.getByText('No keychain (libsecret or KWallet)').waitFor();
  const go = page.getByRole('button', { name: 'Open certificate' });
  expect(await go.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: /Don’t save/ }).check();
  await page.getByLabel('Passphrase').fill('wrong');
  await go.click();
  await page.getByRole('alert').getByText('The passphrase does not open').waitFor();
  expect(await page.getByLabel('Passphrase').inputValue()).toBe('');
  await page.getByLabel('Passphrase').fill('kerosene');
  await page.keyboard.press('Enter');
  await page.getByText('Not stored on this laptop').waitFor();
});

test('a certificate is removed only after a yes; Escape leaves a dialog, then the passphrase, then the window', async () => {
  const page = await openSetup('scenario=demo');
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('identity.remove');
  await page.getByRole('button', { name: 'Choose another certificate…' }).click();
  await page.getByLabel('Passphrase').fill('kerosene');
  await page.keyboard.press('Escape');
  await page.getByLabel('Passphrase').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).waitFor();
  expect(await calls(page)).not.toContain('setup.close');
  await page.keyboard.press('Escape');
  await expect.poll(() => calls(page)).toContain('setup.close');
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

test('it is for everybody, by day and by night, and fits its least size', async () => {
  const page = await openSetup('scenario=fleet', { width: 560, height: 480 });
  await page.getByRole('button', { name: 'Test connection' }).click();
  // One that passed is one line; its steps come on demand.
  await page.getByText('Each step').click();
  await page.getByRole('list', { name: 'Steps of the test' }).waitFor();
  await page.getByRole('button', { name: 'Start from a preset…' }).click();
  await page.getByLabel('Name of the profile').waitFor();
  expect(await tooWide(page)).toEqual([]);
  expect(await axeByDayAndNight(page)).toEqual([]);
  // What ends it stays in sight.
  await page.getByRole('button', { name: 'Request a trip kit' }).click();
  await expect.poll(() => calls(page)).toContain('setup.request');
});

test('the library shows the way to set-up, opens it once, and goes on when it is done', async () => {
  const page = await open('scenario=first', { width: 720, height: 520 });
  await page.getByRole('heading', { name: 'Set up Trip Kit Desktop' }).waitFor();
  const opened = async () => (await calls(page)).filter((name) => name === 'setup.open').length;
  expect(await opened()).toBe(1);
  await page.getByRole('button', { name: 'Open set-up…' }).click();
  expect(await opened()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(async () => {
    const { identity, profiles } = window.fake.setup;
    await profiles.choose();
    window.fake.ask('profiles', { use: 'demo' });
    const file = await identity.choose('demo');
    const handle = file.ok ? (file.value?.handle ?? '') : '';
    await identity.import({ profile_id: 'demo', handle, passphrase: 'kerosene', store: true });
    window.fake.ask('profiles', { use: null });
  });
  await page.getByRole('form', { name: 'Request a trip kit' }).waitFor();
  expect(await opened()).toBe(2);
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
  const question = page.getByRole('dialog');
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
