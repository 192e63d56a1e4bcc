/** What the attacks on the app's pages have in common. */
import type { Kit } from '../../preload/contract.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { type Demo, expect } from './fixtures.ts';
import { ask, setUpByBridge } from './steps.ts';

/** An identity and a kit are there, so that there is something to steal. */
export async function something(app: LaunchedApp, it: Demo): Promise<{ profile_id: string; kit_id: string }> {
  const { page } = app;
  const profile_id = await setUpByBridge(app, it);
  const [kit_id = ''] = await ask(page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  const state = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.listText();
      return kits?.ok ? (JSON.parse(kits.value) as Kit[])[0]?.state : undefined;
    });
  await expect.poll(state, { timeout: patient(60_000) }).toBe('ready');
  return { profile_id, kit_id };
}
