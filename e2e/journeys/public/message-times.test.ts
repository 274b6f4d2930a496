import type { Locator, Page } from '@playwright/test';
import { testOnSharedDemo as staffTest } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';
import { goToCheck, openDraft, somebody, submit, toast, test as visitorTest } from '../../harness/visitor.ts';

/** Stops the page's clock a little ahead of the present. */
/** Stops the page's clock soon: a long leap would be a call's time limit to those on their way. */
const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 5_000);

/** Expects a message that came while the clock stood to last this long, and to fade then. */
const expectToLast = async (page: Page, message: Locator, ms: number): Promise<void> => {
  // The page shows it with the next ticks of its clock.
  let passed = 0;
  await expect(async () => {
    await page.clock.runFor(50);
    passed += 50;
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass();
  const shown = (await message.getAttribute('style')) ?? '';
  expect(shown).toContain('animation');
  await page.clock.runFor(ms - passed - 100);
  await expect(message).toHaveAttribute('style', shown);
  await page.clock.runFor(passed + 200);
  await expect(message).not.toHaveAttribute('style', shown);
};

visitorTest.describe('a registration @deep', () => {
  visitorTest.beforeEach(async ({ page }) => {
    await page.clock.install();
    await openDraft(page, somebody());
    await goToCheck(page);
    await stopClock(page);
  });

  visitorTest('that is received says so for 20 seconds', async ({ page }) => {
    await submit(page).click();
    await expectToLast(page, toast(page, /registered/i), 20_000);
  });

  visitorTest('that is refused says why for 5 seconds', async ({ page }) => {
    await page.route('**/api/drivers', (route) =>
      route.fulfill({ status: 409, json: { status: false, message: 'This car number is already registered.' } }),
    );
    await submit(page).click();
    await expectToLast(page, toast(page, 'This car number is already registered.'), 5000);
  });
});

staffTest('a driver search that is refused says why for 6 seconds @deep', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'superadmin', '/driver_search');
  await page.getByLabel('Driver Code').fill('DRV000000');
  await stopClock(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectToLast(page, page.locator('.toast'), 6000);
});
