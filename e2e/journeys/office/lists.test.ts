import type { Page } from '@playwright/test';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test('drivers are listed with photo and searched by code, mobile or car number @phone-and-desk @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/global_drivers');
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  const photo = page.locator('tbody img').first();
  await expect(photo).toBeVisible();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('21–40 of 60')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page.getByText('41–60 of 60')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('21–40 of 60')).toBeVisible();
  await page.goto('/global_drivers');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('1–20 of 60')).toBeVisible();

  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('button', { name: /^More of/ }), 'a name that fits has no rest').toHaveCount(0);
  const car = (await row.getByText(/^[A-Z]{2} \d+-\d{2}$/).textContent()) ?? '';
  const name = (await row.getByRole('link').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill(car.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(car).first()).toBeVisible();
  await page.goto('/global_drivers?q=ZZ99999');
  await expect(page.getByText('No match for ‘ZZ99999’.')).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) < 500) await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('1–20 of 60')).toBeVisible();
});

test('below the drivers stands what all of the filter owe, as the arrears add it up @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/arrears');
  const foot = page.locator('tfoot').getByRole('row').first();
  await expect(foot).toContainText(/TOTAL DUE.*[1-9][\d,]*\.\d\d/s);
  const due = /[\d,]+\.\d\d/.exec((await foot.textContent()) ?? '')?.[0] ?? '';
  for (const filter of ['', '?owes=yes&page=2']) {
    await page.goto(`/global_drivers${filter}`);
    await expect(foot).toContainText(`TOTAL OWED${due}`);
  }
  await page.goto('/global_drivers?owes=no');
  await expect(foot).toContainText('TOTAL OWED0.00');
});

test('by keyboard the next page is read from its beginning, and the user menu opens, moves and closes @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/registration_fees');
  await page.getByRole('button', { name: 'Page 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^21–40 of/)).toBeVisible();
  const table = page.getByLabel('Registration Fees').filter({ has: page.getByRole('table') });
  await expect(table).toBeFocused();
  await expect(table).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Sort by Payment Date/ })).toBeFocused();

  const user = page.getByRole('button', { name: /SuperAdmin$/ });
  await user.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(user).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('the registration fees’ total is the sum of the whole filter, and row numbers run on @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/registration_fees?status=cleared');
  const foot = page.locator('tfoot');
  await expect(foot).toContainText('TOTAL REGISTRATION FEES');
  const total = (await foot.locator('td').first().textContent()) ?? '';
  expect(total).toMatch(/^[\d,]+\.\d\d$/);
  await page.getByLabel('Rows a page').selectOption('100');
  await expect(page).toHaveURL(/size=100/);
  await expect(page.getByText(/^1–(\d+) of \1$/)).toBeVisible();
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  const amounts = await page.locator('tbody td[data-label="Amount Paid"]').allTextContents();
  const pesewas = amounts.map((text) => BigInt(text.replace(/[,.]/g, ''))).reduce((sum, one) => sum + one, 0n);
  expect(pesewas).toBe(BigInt(total.replace(/[,.]/g, '')));
  await page.goto('/registration_fees');
  await expect(foot.getByRole('row').first(), 'what waits is no part of the total').toContainText(total);
  await expect(foot.getByRole('row').nth(1)).toContainText('Waiting to be cleared');
  await page.getByLabel('Rows a page').selectOption('10');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('tbody td').first()).toHaveText('11');
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/view_payment\/DRV\w+\?payment=\d+$/);
});

/** The width of the open table that its frame hides, in pixels. */
const hiddenWidth = (page: Page): Promise<number> =>
  page.locator('table').evaluate((table) => {
    const { scrollWidth = 0, clientWidth = 0 } = table.closest('[aria-busy]') ?? {};
    return scrollWidth - clientWidth;
  });

test('the columns of a payment list fit beside the open sidebar at 1280 px and on a tablet, and at 1024 px its links stay in sight @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const view = page.getByRole('link', { name: /^View / }).first();
  for (const path of ['/registration_fees', '/device_payments', '/payment_transactions', '/subscriptions']) {
    await page.goto(path);
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(view).toBeVisible();
      await expect.poll(() => hiddenWidth(page), `${path} at ${width} px`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await expect(view).toBeInViewport({ ratio: 1 });
});

test('a payment list that goes on beneath its amounts and links shows so, and at its end they cover nothing @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto('/subscriptions');
  const link = page
    .getByRole('cell')
    .filter({ has: page.getByRole('link', { name: /^View / }) })
    .first();
  await expect(link).toBeVisible();
  // The amount stays in sight beside the link, so the table goes on beneath it.
  const amount = page.locator('tbody td[data-label="Amount Paid"]').first();
  const shadow = () =>
    amount.evaluate((cell) => {
      const { content, opacity } = getComputedStyle(cell, '::before');
      return content === 'none' ? 'none' : opacity;
    });
  await expect.poll(shadow, 'a shadow').toBe('1');
  await page.locator('table').evaluate((table) => table.closest('[aria-busy]')?.scrollBy(9999, 0));
  await expect.poll(shadow, 'no shadow at the end').toBe('0');
  const boxes = [amount.locator('xpath=preceding-sibling::*[1]'), amount, link].map((cell) => cell.boundingBox());
  const [before, own, last] = await Promise.all(boxes);
  expect((before?.x ?? Infinity) + (before?.width ?? 0)).toBeLessThanOrEqual((own?.x ?? 0) + 1);
  expect((own?.x ?? Infinity) + (own?.width ?? 0)).toBeLessThanOrEqual((last?.x ?? 0) + 1);
});

test('a row of a list is one line high at 1280 px, and a button shows the whole of a text that it cuts @deep', async ({
  page,
}) => {
  const name = 'NANA KWABENA AGYEMANG OWUSU-ANSAH';
  await page.route('**/api/payments?**', async (route) => {
    const response = await route.fetch();
    const payments = await response.json();
    payments[0].drivers.first_name = name;
    await route.fulfill({ response, json: payments });
  });
  await signIn(page, 'superadmin');
  await page.setViewportSize({ width: 1280, height: 800 });
  const tallest = () =>
    page.locator('tbody tr').evaluateAll((rows) => Math.max(...rows.map((row) => row.getBoundingClientRect().height)));
  for (const [path, shown] of [
    ['/subscriptions', name],
    ['/registration_fees', name],
    ['/device_payments', name],
    ['/system_roles', 'SuperAdmin'],
    ['/outbox', 'Welcome'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('tbody').getByText(shown).first()).toBeVisible();
    expect(await tallest(), path).toBeLessThanOrEqual(36);
  }
  await page.goto('/subscriptions');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /^More of the name of DRV/, expanded: false }).click();
  expect(await tallest()).toBeGreaterThan(36);
  await row.getByRole('button', { name: /^Less of the name of DRV/, expanded: true }).click();
  expect(await tallest()).toBeLessThanOrEqual(36);
});
