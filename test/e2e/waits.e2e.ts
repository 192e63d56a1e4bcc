/** What the lines of kits say while a real service is away, slow or asks for patience, and that it goes on. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ask, kitList, setUpByBridge } from './steps.ts';

const details = (page: Page) => page.getByRole('complementary', { name: 'Kit details' });
const row = (page: Page, name: RegExp) => kitList(page).getByRole('option', { name });

test('an outage, a download that stands still and a 429 are each told with what may be done', async ({
  launch,
  demo,
}) => {
  test.slow();
  const it = await demo({ pages_max: 24 });
  const app = await launch();
  const { page } = app;
  await setUpByBridge(app, it);
  await page.reload();
  const requests = () =>
    it.service.journal().filter((entry) => 'operation' in entry && entry.operation === 'request').length;

  // Away: nothing is counted down but the next try, which a person may have now; the end of it is noticed by itself.
  it.service.faults([{ on: 'pdf', times: 1_000, do: { action: 'status', status: 503 } }]);
  await ask(page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  await row(page, /KDEN to KLAX.*Waiting, The service is not available/).click();
  await details(page)
    .getByText(/^The service is not available\. (?:Next try \d\d:\d\dZ|Trying again now)\.$/)
    .waitFor();
  await details(page).getByText('Why', { exact: true }).click();
  await details(page)
    .getByText(/^The trip kit service \S+ is not available \(HTTP 503\)\. Since /)
    .waitFor();
  expect(await details(page).getByRole('progressbar').count()).toBe(0);
  await details(page).getByRole('button', { name: 'Try now' }).click();
  await expect(details(page).getByRole('alert')).toHaveCount(0);
  it.service.clearFaults();
  await row(page, /KDEN to KLAX.*On this laptop/).waitFor();

  // Still: what has come is told, and that no more comes.
  it.service.faults([{ on: 'storage', times: 1_000, do: { action: 'stall', bytes: 20_000 } }]);
  await ask(page, [{ origin: 'EGLL', destination: 'KJFK' }]);
  await row(page, /EGLL to KJFK.*Waiting [1-9]\d? %, The storage has stopped sending/).click();
  await details(page)
    .getByText(/^20 kB of [\d.]+ MB$/)
    .waitFor();
  it.service.clearFaults();
  await details(page).getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await row(page, /EGLL to KJFK.*Cancelled/).waitFor();

  // Asked for patience: every kit says until when, may be cancelled, and none is sent before.
  const before = requests();
  it.service.faults([{ on: 'request', times: 1, do: { action: 'status', status: 429, retry_after: 600 } }]);
  await ask(page, [{ origin: 'EHAM', destination: 'LFPG' }]);
  await row(page, /EHAM to LFPG.*Waiting/).waitFor();
  await ask(
    page,
    ['LEMD', 'LSZH', 'EKCH', 'ENGM', 'EDDF', 'LIRF'].map((destination) => ({ origin: 'EHAM', destination })),
  );
  // A row that comes in above moves the others: a click is only sure of its kit once all are there.
  await expect(row(page, /EHAM to .*Waiting, The service asked us to wait/)).toHaveCount(7);
  for (const destination of ['LFPG', 'LEMD', 'LIRF']) {
    await row(page, new RegExp(`EHAM to ${destination}.*Waiting, The service asked us to wait`)).click();
    await details(page)
      .getByText(/^The service asked us to wait\. Next try \d\d:\d\dZ\.$/)
      .waitFor();
    expect(await details(page).getByRole('button', { name: 'Try now' }).count()).toBe(0);
    await details(page).getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await row(page, new RegExp(`EHAM to ${destination}.*Cancelled`)).waitFor();
  }
  expect(requests()).toBe(before + 1);
  expect(it.service.violations()).toEqual([]);
});
