/** Set-up, settings, notices, and the questions before a kit opens: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { openWindows, tooWide } from './harness/windows.ts';

vi.setConfig({ testTimeout: 120_000 });
const { open } = openWindows();

async function toSetup(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Profile and certificate…' }).click();
  await page.getByRole('heading', { name: 'Set up' }).waitFor();
}

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

const calls = (page: Page) => page.evaluate(() => window.fake.calls);

test('both files dropped at once, one of several certificates chosen, by keys from there on', async () => {
  const page = await open('scenario=first');
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

test('a file dropped beside every place does nothing', async () => {
  const page = await open('scenario=first');
  const kept = await page.locator('h1').evaluate((heading) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], 'demo.json'));
    return !heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  expect(kept).toBe(true);
  expect(await calls(page)).not.toContain('profiles.offer');
});

test('a dropped file that is no profile is told in an alert', async () => {
  const page = await open('scenario=first');
  await drop(page, 'Choose profile file…', { 'kit.pdf': '%PDF-1.7' });
  await page.getByRole('alert').getByText('kit.pdf is not a profile').waitFor();
});

test('a profile from a preset: marked as from a public guide, and what is missing is listed', async () => {
  const page = await open('scenario=first');
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
  await page.getByRole('button', { name: 'Profile: Demo Air (evaluation)' }).waitFor();
  await page.getByText('api.eval.example.com').waitFor();
});

test('several profiles: which one is for new requests, whose certificate ends, which is managed', async () => {
  const page = await open('scenario=fleet', { width: 1000, height: 700 });
  await toSetup(page);
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
  await page.getByRole('button', { name: 'Request a trip kit' }).click();
  await page.getByRole('form').getByText('For Demo Air (production).').waitFor();
});

test('where administrators rule, nothing can be added and the rules can’t be edited', async () => {
  const page = await open('scenario=managed');
  await toSetup(page);
  await page.getByText('Your administrators allow no other profiles').waitFor();
  expect(await page.getByRole('button', { name: /Add another profile|preset/ }).count()).toBe(0);
  await page.getByText('Set for this computer by your administrators.').waitFor();
  expect(await page.getByRole('radio', { name: 'Remove automatically' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^Profile:/ }).click();
  expect(await page.getByRole('button', { name: 'Theme: system' }).isDisabled()).toBe(true);
});

test('the test of the connection says step by step what failed, and forgets it with the profile', async () => {
  const page = await open('scenario=fleet');
  await toSetup(page);
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
  const page = await open('scenario=fleet&speed=0.001');
  await toSetup(page);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('progressbar', { name: 'Test connection' }).waitFor();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByRole('button', { name: 'Test connection' }).waitFor();
});

test('a new certificate replaces the old one only when it is open', async () => {
  const page = await open('scenario=demo');
  await toSetup(page);
  await page.getByRole('button', { name: 'Choose another certificate…' }).click();
  await page.getByText('stays until the new one is open').waitFor();
  await page.getByLabel('Passphrase').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The passphrase does not open').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('CN=Demo Air flight operations').waitFor();
  await page.getByText('Complete up to its root, 2 in the file').waitFor();
});

test('a certificate is removed only after a yes', async () => {
  const page = await open('scenario=demo');
  await toSetup(page);
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.keyboard.press('Escape');
  expect(await calls(page)).not.toContain('identity.remove');
  await page.getByRole('button', { name: 'Remove certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).waitFor();
});

test('a locked keychain: try again, or the file again', async () => {
  const page = await open('scenario=locked');
  await page.getByRole('button', { name: 'Unlock' }).click();
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

test('notices are told quietly, and a dismissed one is gone', async () => {
  const page = await open('scenario=fleet');
  const bar = page.getByRole('region', { name: 'Notices' });
  await bar.getByText('expires in 6 days').waitFor();
  await bar.getByRole('button', { name: 'Dismiss' }).first().click();
  await bar.getByText('expires in 6 days').waitFor({ state: 'detached' });
  expect(await calls(page)).toContain('app.dismissNotice');
  await page.evaluate(() =>
    window.fake.tell(
      [1, 2, 3, 4].map((id) => ({ id: String(id), severity: 'info', message: `Notice ${id}.` })),
    ),
  );
  await bar.getByRole('button', { name: '2 more' }).click();
  await bar.getByText('Notice 4.').waitFor();
});

test('diagnostics: what they hold is said before they are written', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Save diagnostics…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save diagnostics' });
  await dialog.getByText('It holds no passphrase, no key').waitFor();
  expect(await calls(page)).not.toContain('app.saveDiagnostics');
  await dialog.getByRole('button', { name: 'Save file…' }).click();
  await dialog.getByText('Saved as Trip Kit Desktop diagnostics').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('how long kits stay: looked at first, saved and applied after a yes', async () => {
  const page = await open('scenario=demo');
  await toSetup(page);
  const form = page.getByRole('form', { name: 'How long kits stay on this laptop' });
  await form.getByRole('radio', { name: 'Remove automatically' }).check();
  await form.getByLabel('Days after departure').fill('x');
  await form.getByText('Enter a whole number of days').waitFor();
  await form.getByLabel('Days after departure').fill('30');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText('3 kits would be removed now, 7 kits stay').waitFor();
  await form.getByRole('list', { name: 'Kits that would be removed' }).getByText('EHAM → YSSY').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 3 kits now?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await calls(page)).not.toContain('retention.apply');
  await form.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Remove and save' }).click();
  await form.getByText('Saved; 3 kits removed.').waitFor();
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await page.getByText('7 kits', { exact: true }).waitFor();
});

test('a warning is read before the kit opens for the first time, and not asked about again', async () => {
  const page = await open('scenario=fleet');
  const row = page.getByRole('option', { name: /EGLL to OMDB/ });
  await row.click();
  await page.getByText('Read this before the kit opens').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Read before opening' });
  await dialog.getByText('Several points are called BEDEK, MAY').waitFor();
  expect(await dialog.getByText('The service is generating').count()).toBe(0);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The focus is back on the row.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await page.keyboard.press('Escape');
  await page.getByText('Read by pilot, 21 Nov 2026 09:21Z').waitFor();
  expect(await calls(page)).toContain('documents.closed');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForSelector('[data-page-rendered="1"]');
});

test('a superseded kit is marked, comes after the newer one, and opens only on purpose', async () => {
  const page = await open('scenario=fleet');
  const last = page.getByRole('option', { name: /Superseded/ });
  expect(await last.locator('.sr-only').textContent()).toMatch(
    /EHAM to KJFK.*Superseded.*Demo Air \(production\)/,
  );
  const newer = page.getByRole('option', { name: /EHAM to KJFK(?!.*Superseded)/ });
  expect(Number(await last.getAttribute('aria-posinset'))).toBe(
    Number(await newer.getAttribute('aria-posinset')) + 1,
  );
  await last.click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A newer kit for this flight is on this laptop' });
  await dialog.getByRole('button', { name: 'Open this one' }).waitFor();
  // The newer one has the focus: Enter opens it.
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('option', { selected: true }).locator('.sr-only').textContent()).not.toContain(
    'Superseded',
  );
  await last.click();
  await page.getByRole('button', { name: 'Show the newer one' }).click();
  expect(await page.getByRole('option', { selected: true }).locator('.sr-only').textContent()).not.toContain(
    'Superseded',
  );
});

test('a kit is pinned by key and by button, and found by the word', async () => {
  const page = await open('scenario=fleet');
  await page.getByRole('option', { name: /EGLL to OMDB/ }).click();
  await page.keyboard.press('p');
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor();
  const button = page.getByRole('button', { name: 'Keep', exact: true });
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await button.click();
  await page.getByRole('option', { name: /EGLL to OMDB.*Kept/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('kept training');
  await page.getByText('1 of 5 kits').waitFor();
});

test('the theme is the one of the settings, and is kept there', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: day' }).click();
  await page.getByRole('button', { name: 'Theme: night' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
  expect((await calls(page)).filter((name) => name === 'settings.set')).toHaveLength(2);
});

test('an expired certificate is told before anything is sent', async () => {
  const page = await open('scenario=expired');
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('form').getByText('expired on 20 Nov 2026').waitFor();
  await page.getByRole('button', { name: 'Track by kit ID' }).click();
  await page.getByRole('form').getByText('expired on 20 Nov 2026').waitFor();
});

test('the new screens fit a small window, by day and by night', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await open('scenario=fleet', { width: 1000, height: 700 });
    await page.emulateMedia({ colorScheme: scheme });
    await toSetup(page);
    await page.getByRole('radio', { name: /production/ }).check();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('list', { name: 'Steps of the test' }).waitFor();
    await page.getByRole('radio', { name: 'Remove automatically' }).check();
    await page.getByRole('button', { name: 'Start from a preset…' }).click();
    await page.getByLabel('Name of the profile').waitFor();
    expect(await tooWide(page)).toEqual([]);
    // Nothing that is focused far below moves the window itself.
    await page.getByRole('button', { name: 'Preview' }).focus();
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  }
});
