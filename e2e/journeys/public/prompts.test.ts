import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../harness/accessible.ts';
import { shifted, watchShifts } from '../../harness/layout-shifts.ts';
import { testOnDemo } from '../../harness/own-product.ts';
import { registerWithoutPage, type Somebody, somebody } from '../../harness/visitor.ts';

// The demo's network decides by the last digits of the payer's number, after some seconds.
const test = testOnDemo();
const DECLINES = '024 000 0451';
const PAYS = '024 000 0123';
/** A phone with no prompt that another test has left open. */
const PAYS_TOO = '024 000 0125';

/** Milliseconds for a check by the job, the payer's approval, another check and the page's poll. */
const SETTLED_MS = 40_000;

const region = (page: Page) => page.getByRole('region', { name: 'Pay by a prompt' });
const number = (page: Page) => page.getByLabel('MoMo number');

/** Opens the form for a registration fee, and its prompt instead of a transaction ID. */
const openPrompt = async (page: Page, who: Somebody): Promise<void> => {
  await page.goto('/main_payments');
  await page.getByLabel('Car Number').fill(who.car);
  await page.getByLabel('Car Number').press('Tab');
  await expect(page.getByLabel('Driver Code')).toHaveValue(/^DRV/);
  await page.getByLabel('Payment Type').selectOption('RF');
  await expect(page.getByLabel('Amount')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Send a prompt to my phone' }).click();
  await expect(number(page)).toBeVisible();
};

test('a prompt that is paid is cleared by itself', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openPrompt(page, who);
  await number(page).fill(PAYS);
  await page.getByRole('button', { name: 'Send the prompt' }).click();
  const received = page.getByRole('region', { name: 'Your payment was received' });
  await expect(received).toContainText('was received and cleared', { timeout: SETTLED_MS });
  await expectAccessible(page);
  await expect(page.getByLabel('Car Number')).toHaveValue('');
});

test('a prompt that is declined says so, and can be sent again @deep', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openPrompt(page, who);
  await expectAccessible(page);
  await number(page).fill(DECLINES);
  await page.getByRole('button', { name: 'Send the prompt' }).click();
  await expect(region(page).getByText('Approve GHS')).toBeVisible({ timeout: SETTLED_MS });
  await expectAccessible(page);
  const declined = region(page).getByText('The prompt was declined on the phone. No money was taken.');
  await expect(declined).toBeVisible({ timeout: SETTLED_MS });
  await expectAccessible(page);
  await number(page).fill(PAYS_TOO);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(region(page).getByText('Approve GHS')).toBeVisible({ timeout: SETTLED_MS });
});

test('nothing on the page moves as its scripts and the settings come in @every-size @deep', async ({
  page,
  viewport,
}) => {
  await watchShifts(page);
  const painted = () => page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  // Scripts ask for the types as they come, before the page shows the company's settings.
  const typesAsked = page.waitForRequest('**/api/payment_types*');
  // As on a slow line: the page, then its scripts, then what they ask for.
  await page.route('**/assets/framework-*.js', async (route) => {
    await painted();
    await route.continue();
  });
  await page.route('**/api/site', async (route) => {
    await typesAsked;
    await route.continue();
  });
  await page.goto('/main_payments');
  await expect(page.getByText('Or ask below for a prompt to your phone')).toBeVisible();
  await expect(region(page)).toBeVisible();
  // On wide screens the offer of a prompt pushes the buttons, in sight there, a little down.
  expect(await shifted(page)).toBeLessThan(Number(viewport?.width) < 768 ? 0.02 : 0.05);
});
