/** Suspend and resume, told by a stand-in of logind: what waits goes on when the computer wakes up. */
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, withService } from '../e2e/steps.ts';
import { expect, test } from './desktop/fixtures.ts';

test.skip(process.platform !== 'linux', 'A D-Bus of its own is what Linux has.');

test('a kit that waits for the service goes on at once when the computer wakes up', async ({
  launch,
  demo,
  folder,
  desktop: { bus },
}) => {
  const logind = await bus.mock({ template: 'logind' });
  const { it, app } = await withService(launch, demo);
  // The wait that the service asks for is far longer than this test may take.
  it.service.faults([{ on: 'pdf', times: 1, do: { action: 'status', status: 503, retry_after: 600 } }]);
  const [id] = await ask(app.page, [{ origin: 'EHAM', destination: 'KJFK' }]);
  await it.service.until((entry) => entry.kind === 'request' && entry.status === 503);
  // Electron holds sleep back until it has told the app, and again for the next time.
  await expect.poll(() => logind.calls('Inhibit')).toHaveLength(1);
  // Chromium closes its connections when the computer falls asleep, Playwright's among them: the page is out of reach.
  await logind.emit('PrepareForSleep', ['b', 'true']);
  await logind.emit('PrepareForSleep', ['b', 'false']);
  await expect.poll(() => logind.calls('Inhibit')).toHaveLength(2);
  const document = join(folder, `user-data/documents/${id}.pdf`);
  await expect
    .poll(() =>
      access(document).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

  const main = app.electron?.process();
  if (!main) throw new Error('This needs real Electron.');
  const ended = once(main, 'exit');
  main.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(app.logs()).not.toMatch(/ error /);
});
