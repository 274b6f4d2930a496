import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { printedTexts } from '../../harness/pdf.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test.beforeEach(async ({ page }) => {
  // The browser's print window would wait for a person.
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printing = '';
    };
  });
});

test('a list is printed with its whole filter, its heads on each sheet, and who printed it @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/global_drivers');
  const listed = Number(/of (\d+)/.exec(await page.getByText(/^1–\d+ of \d+$/).innerText())?.[1]);
  expect(listed).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Views, columns and files' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await page.locator('html[data-printing]').waitFor();
  const sheets = await printedTexts(page);
  expect(sheets.length).toBeGreaterThan(1);
  for (const [index, text] of sheets.entries()) {
    expect(text).toContain('Covered Until');
    expect(text).toContain(`Page ${index + 1} of ${sheets.length}`);
  }
  expect(sheets.join(' ').match(/[A-Z]{2} \d+-\d\d /g)).toHaveLength(listed);
  expect(sheets[0]).toMatch(/Printed \d+ \w+ \d{4}, \d\d:\d\d by/);
  expect(sheets[0]).not.toContain('Receive Payments');
});

test('a driver’s standing and the dashboard are printed without menu and buttons @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/dashboard');
  await expect(page.getByRole('img', { name: /^Chart of/ })).toBeVisible();
  const dashboard = (await printedTexts(page)).join(' ');
  expect(dashboard).toMatch(/Printed \d+ \w+ \d{4}/);
  expect(dashboard).not.toContain('Payment Clearance');
  // Its bars are drawn, though a printer leaves backgrounds out.
  await page.emulateMedia({ media: 'print' });
  const bar = page.locator('[data-bar="own"]').first();
  expect(await bar.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact');
  await page.emulateMedia({ media: null });
  await page.goto('/global_drivers');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Standing' }).click();
  await expect(page.getByRole('heading', { name: 'Payments and debts' })).toBeVisible();
  const standing = (await printedTexts(page)).join(' ');
  expect(standing).toContain('Total due');
  expect(standing).toContain('Page 1 of 1');
  expect(standing).not.toContain('Waive');
});
