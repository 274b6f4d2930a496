import { readFile } from 'node:fs/promises';
import { beginTask } from '../../../harness/keyboard-task.ts';
import { testOnDemo } from '../../../harness/own-product.ts';
import { printedTexts } from '../../../harness/pdf.ts';
import { signIn } from '../../../harness/people.ts';
import { expect } from '../../../harness/test.ts';

// By keyboard alone, from the dashboard to the task's end, in at most as many actions as it takes.
const test = testOnDemo();

test('the prices of the next year are copied from the last @deep', async ({ page }) => {
  await signIn(page, 'superadmin');
  const task = await beginTask(page);
  await task.open('copy prices', '/add_payment_list?year=next');
  const copy = page.getByRole('button', { name: 'Same as previous year' });
  await expect(copy).toBeFocused();
  const year = await page.getByRole('combobox', { name: 'Year' }).inputValue();
  await task.press('Enter');
  await expect(page.getByText(`5 prices of ${Number(year) - 1} were copied to ${year}.`)).toBeVisible();
  await task.end(4);
});

test('the list of drivers is saved as an Excel file @deep', async ({ page }) => {
  await signIn(page, 'superadmin');
  const task = await beginTask(page);
  const [download] = await Promise.all([page.waitForEvent('download'), task.open('excel drivers', '/global_drivers')]);
  expect(download.suggestedFilename()).toMatch(/^drivers-.*\.xlsx$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString('latin1')).toBe('PK');
  await task.end(3);
});

test('all arrears are printed, not those of a page @deep', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printing = '';
    };
  });
  await signIn(page, 'superadmin');
  const task = await beginTask(page);
  await task.open('arrears', '/arrears');
  const listed = Number(/of (\d+)/.exec(await page.getByText(/^1–20 of \d+$/).innerText())?.[1]);
  await task.press('Control+p');
  await page.locator('html[data-printing]').waitFor();
  await task.end(4);
  const sheets = (await printedTexts(page)).join(' ');
  expect(new Set(sheets.match(/DRV\w{7}/g)).size).toBe(listed);
});

test('a list of 100 drivers is imported @deep', async ({ page }) => {
  const lines = Array.from({ length: 100 }, (_, n) => {
    const number = String(1000 + n);
    return `KOFI,NYARKO ${n},GZ ${number}-25,024881${number},Standard,2026-11-01`;
  });
  await signIn(page, 'superadmin');
  const task = await beginTask(page);
  await task.open('import drivers', '/driver_import');
  const head = 'First Name,Last Name,Car Number,Mobile Number,Plan,Date Joined';
  await task.giveFile('members.csv', [head, ...lines].join('\n'));
  await expect(page.getByRole('button', { name: 'Check the lines' })).toBeVisible();
  await task.press('c');
  await expect(page.getByRole('button', { name: 'Import 100 lines' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 100 lines' })).toBeFocused();
  await task.press('Enter');
  await expect(page.getByText(/^100 drivers were added\./)).toBeVisible({ timeout: 30_000 });
  await task.end(6);
});

test('the owner sees in the evening what came in, from whom and what is missing @deep', async ({ page }) => {
  await signIn(page, 'superadmin');
  const task = await beginTask(page);
  await task.press('Tab', 'Enter');
  await expect(page.getByText('Received by hour')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart of/ })).toBeVisible();
  const fact = (name: string | RegExp) => page.locator('dl > div').filter({ hasText: name });
  await expect(fact('Active members')).toContainText(/\d+/);
  await expect(fact(/Collected of/)).toContainText(/GHS [\d,]+\.\d\d.*% of [\d,]+\.\d\d/s);
  await task.open('cash', '/cash_by_day');
  await expect(page.getByRole('table', { name: 'Cash by clerk' })).toBeVisible();
  await task.end(5);
});
