/** The window of set-up: as it ships, in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { drop } from './setup-steps.ts';

const { open, openSetup } = openWindows();

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

test('a new certificate replaces the old one only when it is open; one is removed only after a yes; Escape leaves step by step', async () => {
  const page = await openSetup('scenario=demo');
  await page.getByRole('button', { name: 'Choose another certificate…' }).click();
  await page.getByText('stays until the new one is open').waitFor();
  await page.getByLabel('Passphrase').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The passphrase does not open').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('CN=Demo Air flight operations').waitFor();
  await page.getByText('Complete up to its root, 2 in the file').waitFor();
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('identity.remove');
  await page.getByRole('button', { name: 'Choose another certificate…' }).click();
  await page.getByLabel('Passphrase').fill('kerosene');
  await page.keyboard.press('Escape');
  await page.getByLabel('Passphrase').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).waitFor();
  expect(await calls(page)).not.toContain('setup.close');
  await page.keyboard.press('Escape');
  await expect.poll(() => calls(page)).toContain('setup.close');
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
  await page.getByRole('button', { name: 'Bring in a hand-over file…' }).click();
  expect(await opened()).toBe(3);
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
  expect(await opened()).toBe(3);
});
