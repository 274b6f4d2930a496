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

test('where no address is known the page says so @deep', async ({ page, context }) => {
  await at(context, -40, 100);
  await page.goto('/location');
  await address(page).click();
  await expect(page.getByText('No address is known near this point.')).toBeVisible();
});

test('the place can be passed on in a message @deep', async ({ page, context }) => {
  await at(context, 5.5571, -0.2012);
  await page.goto('/location');
  await page.getByRole('link', { name: 'Send this place in a message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('I am here: https://maps.google.com/?q=5.55710,-0.20120');
});

test('a visitor who does not allow it is told how to @deep', async ({ page, context }) => {
  await context.clearPermissions();
  await page.goto('/location');
  await expect(state(page)).toContainText('You have not allowed this page to see your position.');
  await expect(address(page)).toBeDisabled();
  await expectAccessible(page);
  await at(context, 5.5571, -0.2012);
  await page.getByRole('button', { name: 'Start GPS' }).click();
  await expect(state(page)).toHaveText('GPS is on. The position follows you.');
});

test('stopped before there was a position, the page claims none @deep', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Geolocation.prototype, 'watchPosition', { value: () => 1 }));
  await page.goto('/location');
  await expect(state(page)).toHaveText('Looking for your position…');
  await page.getByRole('button', { name: 'Stop GPS' }).click();
  await expect(state(page)).toHaveText('GPS is stopped.');
  await page.getByRole('button', { name: 'Start GPS' }).click();
  await expect(state(page)).toHaveText('Looking for your position…');
});

test('a device without GPS, and one without a signal, are told apart @deep', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await page.addInitScript(() => {
    const fail = (_: unknown, failed: (error: object) => void) => setTimeout(() => failed({ code: 2 })) && 1;
    Object.defineProperty(Geolocation.prototype, 'watchPosition', { value: fail });
  });
  await page.goto('/location');
  await expect(state(page)).toContainText('Your phone has no GPS signal here.');
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'));
  await page.reload();
  await expect(state(page)).toContainText('This browser gives no GPS position.');
  await expect(page.getByRole('button', { name: 'Start GPS' })).toBeDisabled();
});
