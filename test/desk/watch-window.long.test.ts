/** The card of watched folders in set-up: as it ships, in real Chromium on the fake bridge. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { watchWords } from '../../renderer/desk/words.ts';
import { settingsWords } from '../../renderer/settings/words.ts';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { openSetup } = openWindows();
const words = watchWords;

async function toCard(page: Page) {
  const card = page.getByRole('region', { name: words.title });
  await card.getByRole('status').waitFor();
  return card;
}

test('folders are chosen in dialogs, and watched by keyboard alone; what stands in the way, and a refusal, is told', async () => {
  const page = await openSetup('scenario=demo');
  const card = await toCard(page);
  expect(await card.getByRole('status').textContent()).toBe(words.off);
  const begin = card.getByRole('button', { name: words.begin });
  expect(await begin.isDisabled()).toBe(true);
  for (const which of ['in', 'out'] as const) {
    await card.getByRole('button', { name: words.chooseFolder[which] }).focus();
    await page.keyboard.press('Enter');
    await card.getByText(which === 'in' ? '/srv/flights/arriving trip files' : '/srv/flights/kits').waitFor();
  }
  const name = card.getByLabel(words.name);
  await name.fill('{tail}.pdf');
  await card.getByText('“{tail}” isn').waitFor();
  expect(await begin.isDisabled()).toBe(true);
  await name.fill('{flight}.pdf');
  await card.getByLabel(words.webhook).fill('http://events.example');
  await card.getByText(words.badWebhook).waitFor();
  await card.getByLabel(words.webhook).fill('https://events.example/kits');
  expect(await begin.isDisabled()).toBe(true);
  await card.getByLabel(words.secret).fill('sixteen letters!');
  await name.fill('refused{flight}.pdf');
  await begin.focus();
  await page.keyboard.press('Enter');
  await card.getByText('Kits can’t be delivered into kits').waitFor();
  expect(await name.inputValue(), 'nothing is lost of what was typed').toBe('refused{flight}.pdf');
  await name.fill('{flight}.pdf');
  await begin.click();
  await card.getByText(words.on('/srv/flights/arriving trip files', 2, 1)).waitFor();
  await card.getByText('there is no space left').waitFor();
  // What is secret stays on the page no longer than it is needed.
  expect(await card.getByLabel(words.secret).inputValue()).toBe('');
  await page.setViewportSize({ width: 512, height: 700 });
  const picture = async (theme: string) => {
    if (!process.env.PICTURES) return;
    await card.scrollIntoViewIfNeeded();
    await card.screenshot({ path: `${process.env.PICTURES}/watch-${theme}.png` });
  };
  expect(await axeByDayAndNight(page, picture)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await card.getByRole('button', { name: words.end }).click();
  await card.getByText(words.off).waitFor();
});

test('where administrators decide, nothing can be chosen', async () => {
  const page = await openSetup('scenario=managed');
  const card = await toCard(page);
  await card.getByText(settingsWords.managed).waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
});
