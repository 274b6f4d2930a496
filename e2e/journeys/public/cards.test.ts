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
