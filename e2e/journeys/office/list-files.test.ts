import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { testOnDemo } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();

const save = async (page: Page, format: 'CSV' | 'Excel') => {
  await page.getByRole('button', { name: 'Views, columns and files' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Save as ${format}` }).click(),
  ]);
  await expect(page.getByText(`${download.suggestedFilename()} is saved.`)).toBeVisible();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

const cells = (page: Page, header: string) => page.locator(`tbody td[data-label="${header}"]`).allTextContents();

test('a list is filtered, sorted and saved as it is shown, and Back goes the same way back @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/registration_fees');
  const head = page.getByRole('columnheader', { name: /^Payment Date/ });
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel('Status', { exact: true }).selectOption('Cleared');
  await expect(page).toHaveURL(/status=cleared/);
  await page.getByRole('button', { name: 'Sort by Payment Date, the oldest first' }).click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=transaction_date/);
  await page.getByLabel('Rows a page').selectOption('100');
  await expect(page.getByText(/^1–(\d+) of \1$/)).toBeVisible();
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  const shown = await cells(page, 'Transaction ID');

  const csv = await save(page, 'CSV');
  expect(csv.name).toMatch(/^registration-fees-\d{4}-\d\d-\d\d\.csv$/);
  const [names = '', ...lines] = csv.bytes.toString('utf8').trim().split('\r\n');
  const at = names.split(',').indexOf('"Transaction ID"');
  expect(lines.map((line) => line.split(',')[at])).toEqual(shown.map((id) => `"${id}"`));
  const xlsx = await save(page, 'Excel');
  expect(xlsx.name).toMatch(/^registration-fees-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(xlsx.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  await page.reload();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('cleared');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/status=cleared$/);
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('');
});
