import type { Locator } from '@playwright/test';
import { expect, test } from '../../harness/test.ts';

/** An element's colour, as the channels of `rgb(…)`. */
const coloursOf = async (element: Locator, property: 'color' | 'backgroundColor') => {
  const value = await element.evaluate((node, name) => getComputedStyle(node)[name], property);
  const [red = 0, green = 0, blue = 0] = (value.match(/\d+/g) ?? []).map(Number);
  return { red, green, blue };
};

test('a blog card says what is offered: green for sale, orange for anything else @deep', async ({ page }) => {
  await page.goto('/blog');
  const categories = page.getByRole('listitem').getByText(/^For (Sale|Rent)$/);
  expect(await categories.count()).toBeGreaterThan(1);
  expect(new Set(await categories.allTextContents())).toEqual(new Set(['For Sale', 'For Rent']));
  for (const category of await categories.all()) {
    const isSale = (await category.textContent()) === 'For Sale';
    for (const property of ['color', 'backgroundColor'] as const) {
      const { red, green, blue } = await coloursOf(category, property);
      if (isSale) expect(green).toBeGreaterThan(Math.max(red, blue));
      else expect(red > green && green > blue).toBe(true);
    }
  }
});

/** Each plan adds to the one before it. */
const PLANS: readonly [name: string, price: string, adds: readonly string[]][] = [
  ['Monthly Subscription', '300.00', ['Tracking device with panic button', '24/7 response team', '24/7 monitoring']],
  ['Standard', '800.00', ['Camera', 'Direct contact', 'Personal help support']],
  ['Platinum', '1,200.00', ['Pepper spray', 'Device and tracking servicing']],
];

test('a plan’s card has a tick for what it holds, and a cross for what it lacks @deep', async ({ page }) => {
  await page.goto('/pricing');
  const held = new Set<string>();
  const all = PLANS.flatMap(([, , adds]) => adds);
  for (const [name, price, adds] of PLANS) {
    for (const feature of adds) held.add(feature);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card).toContainText(`GHS ${price} per month`);
    const features = card.getByRole('listitem');
    await expect(features).toHaveText(all);
    for (const feature of all) {
      const mark = held.has(feature) ? 'Included:' : 'Not included:';
      await expect(features.filter({ hasText: feature }).getByRole('img', { name: mark, exact: true })).toBeVisible();
    }
  }
  await expect(page.getByText('Best Value')).toHaveCount(1);
});
