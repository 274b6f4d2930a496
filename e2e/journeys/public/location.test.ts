import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../harness/test.ts';

const at = async (context: BrowserContext, latitude: number, longitude: number): Promise<void> => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude, longitude, accuracy: 12 });
};

const state = (page: Page) => page.getByRole('main').getByRole('status');
const address = (page: Page) => page.getByRole('button', { name: 'Get Driver Address' });

test('the position is watched until Stop GPS, and its address can be asked for @deep', async ({ page, context }) => {
  await at(context, 5.5571, -0.2012);
  await page.goto('/location');
  await expect(state(page)).toHaveText('GPS is on. The position follows you.');
  await expect(page.getByText('5.55710')).toBeVisible();
  await expect(page.getByText('-0.20120')).toBeVisible();
  await context.setGeolocation({ latitude: 6.69, longitude: -1.624, accuracy: 12 });
  await expect(page.getByText('6.69000')).toBeVisible();
  await address(page).click();
  await expect(page.getByText('Kumasi, Ashanti Region')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop GPS' }).click();
  await expect(state(page)).toHaveText('GPS is stopped. This was your last position.');
  await expect(page.getByText('6.69000')).toBeVisible();
  await page.getByRole('button', { name: 'Start GPS' }).click();
  await expect(state(page)).toHaveText('GPS is on. The position follows you.');
});
