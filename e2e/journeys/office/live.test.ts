import type { Page } from '@playwright/test';
import { testOnDemo } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';
import { anAddress, claimWithoutPage, enrol, somebody } from '../../harness/visitor.ts';

const test = testOnDemo();

const live = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

const feedOf = (page: Page) => page.getByRole('region', { name: 'Just now' });

/** A visitor registers and claims the fee, of an amount by which it is known. */
const claim = async (page: Page, amount: string): Promise<void> => {
  const [who, address] = [somebody(), anAddress()];
  const { code } = await enrol(page, who, address);
  const fee = { car_number: who.car, driver_code: code, transaction_id: who.transaction, payment_type: 'RF', amount };
  expect(await claimWithoutPage(page, fee, address)).toBe(201);
};

test('a visitor’s claim shows on the open dashboard by itself', async ({ page, browser, product }) => {
  const visitor = await browser.newPage({ baseURL: product.url });
  await signIn(page, 'superuser');
  await expect(live(page, 'Live')).toBeVisible();
  const waiting = page.getByText('Cases waiting').locator('..').locator('dd').first();
  await expect(waiting).toHaveText(/^\d+$/);
  const before = Number(await waiting.textContent());
  await claim(visitor, '217.00');
  await expect(feedOf(page).getByText('AMA MENSAH claims 217.00')).toBeVisible();
  await expect(waiting).toHaveText(String(before + 1));
});

test.describe('when the server goes', () => {
  // The page tries again, and the browser says each time that it could not.
  test.use({ mayComplain: /^Failed to load resource/ });

  test('a dashboard that stays open is live again once the server was started again @deep', async ({
    page,
    browser,
    product,
  }) => {
    const visitor = await browser.newPage({ baseURL: product.url });
    await signIn(page, 'superuser');
    await expect(live(page, 'Live')).toBeVisible();
    await page.evaluate('window.sameLoad = true');
    await product.halt();
    await expect(live(page, 'Reconnecting')).toBeVisible();
    const again = await product.again();
    await claim(visitor, '218.00');
    await expect(live(page, 'Live')).toBeVisible();
    await expect(feedOf(page).getByText('AMA MENSAH claims 218.00')).toBeVisible();
    expect(await page.evaluate('window.sameLoad'), 'the page was loaded anew').toBe(true);
    await again.halt();
  });
});
