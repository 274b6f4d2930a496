import type { Page } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';

const map = (page: Page) => page.getByRole('application');
const flags = (page: Page) => page.locator('.leaflet-marker-icon');
const line = (page: Page) => page.locator('path[stroke-width="2"][stroke="#d22"]');

/** Opens the map and waits for its outline, which comes from our own server alone. */
const openMap = async (page: Page): Promise<void> => {
  await page.goto('/map_demo');
  await expect(map(page).locator('path').first()).toBeAttached();
};

const drop = (page: Page, x: number, y: number) => map(page).click({ position: { x, y } });

test('a click drops a flag, a double-click on one joins them in red, a right-click starts again @phone-and-desk', async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/localhost|^data:|^blob:/.test(request.url())) elsewhere.push(request.url());
  });
  await openMap(page);
  await drop(page, 120, 150);
  await drop(page, 200, 220);
  await drop(page, 280, 160);
  await expect(flags(page)).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: '3 flags.' })).toBeVisible();
  await expectAccessible(page);
  await flags(page).nth(1).dblclick();
  await expect(line(page)).toHaveCount(1);
  await expect(page.getByText('3 flags, joined by a line.')).toBeVisible();
  await flags(page).first().click({ button: 'right' });
  await expect(flags(page)).toHaveCount(0);
  await expect(line(page)).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});

test('the same is done with buttons, for who has no mouse @deep', async ({ page }) => {
  await openMap(page);
  const button = (name: string) => page.getByRole('button', { name });
  await tabTo(page, button('Flag the centre'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 flag.')).toBeVisible();
  await expect(button('Draw the line')).toBeDisabled();
  await tabTo(page, map(page));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, button('Flag the centre'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, button('Draw the line'));
  await page.keyboard.press('Enter');
  await expect(line(page)).toHaveCount(1);
  await tabTo(page, button('Start again'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Click the map to set a flag.')).toBeVisible();
});

test.describe('when a file of the map cannot be had @deep', () => {
  test.use({ mayComplain: /net::ERR_FAILED/ });

  for (const [what, files] of [
    ['its outline', '**/outline-*.geojson'],
    ['what draws it', '**/draw-map-*.js'],
  ] as const) {
    test(`without ${what} the map says so, and can be asked for again`, async ({ page }) => {
      await page.route(files, (route) => route.abort());
      await page.goto('/map_demo');
      await expect(page.getByRole('alert')).toContainText('The map could not be loaded.');
      await expect(page.getByRole('button', { name: 'Flag the centre' })).toBeDisabled();
      await expectAccessible(page);
      await page.unroute(files);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(map(page).locator('path').first()).toBeAttached();
    });
  }
});
