import type { Page } from '@playwright/test';
import { statementCsv } from '../../../server/test/builders/statements.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnDemo } from '../../harness/own-product.ts';
import { pdfTexts } from '../../harness/pdf.ts';
import { memberOf, signIn } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect, test as plain } from '../../harness/test.ts';

const test = testOnDemo();

type Calls = Awaited<ReturnType<typeof staffCalls>>;

/** The month whose turn it is to close, `2026-02`. */
const nextMonth = async (calls: Calls): Promise<string> => {
  const year = new Date().getUTCFullYear();
  for (const one of [year - 1, year]) {
    const { next } = await calls('GET', `/book_months?year=${one}`);
    if (next !== null) return next;
  }
  throw new Error('No month of the demo is over.');
};

const typed = (day: string): string => day.split('-').toReversed().join('/');

/** Approves the newest of what waits, by its name. */
const approve = async (page: Page, name: RegExp): Promise<void> => {
  await page.goto('/approvals?status=asked');
  await page.getByRole('link', { name }).first().click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
};

/** The figure of a line of the statement that is open, as it is shown. */
const figureOf = async (page: Page, name: string): Promise<string> =>
  (
    await page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .first()
      .innerText()
  ).trim();

const pesewas = (shown: string): bigint => BigInt(shown.replace('−', '-').replace(/[,.]/g, ''));

const BILL = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';

test('a month goes from opening balances to its close, and the year’s statement is read back from its PDF', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(240_000);
  const calls = await staffCalls(page, product.url, 'systemadmin');
  const month = await nextMonth(calls);
  const [day, year] = [`${month}-15`, month.slice(0, 4)];
  const second = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(second, 'superadmin');
  await signIn(page, 'systemadmin', `/yearly_ledger?year=${year}`);
  const before = pesewas(await figureOf(page, 'Expenses, in all'));

  await plain.step('opening balances out of a trial balance', async () => {
    await page.goto('/balance_import');
    const trial = 'Account,Debit,Credit\n1020 Bank,5000.00,\n3000 Opening balances,,5000.00\n';
    await page
      .getByLabel('List of balances')
      .setInputFiles({ name: 'Trial.csv', mimeType: 'text/csv', buffer: Buffer.from(trial) });
    await expect(page).toHaveURL(/\/balance_import\/\d+$/);
    await page.getByLabel('Balances at the end of').fill(typed(day));
    await page.getByRole('button', { name: 'Check the lines' }).click();
    await page.getByRole('button', { name: 'Import 2 lines' }).click();
    await page.getByRole('link', { name: 'see the journal' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page.getByText('Waits for approval')).toBeVisible();
    await approve(second, /^Journal/);
  });

  await plain.step('an expense above the limit, with its bill, approved by another', async () => {
    await page.goto('/add_expense');
    await page.getByLabel('Payee').fill('Dansoman Motors');
    await page.getByLabel('Kind').selectOption('5010');
    await page.getByLabel('Day', { exact: true }).fill(typed(day));
    await page.getByLabel('Paid from').selectOption('1020');
    await page.getByLabel('Amount paid').fill('850');
    await page.getByLabel('What for').fill('Repair of the pick-up');
    await page.getByLabel(/includes taxes/).check();
    await page
      .getByLabel('Attach a file')
      .setInputFiles({ name: 'Bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from(BILL) });
    await expect(page.getByText('Bill.pdf')).toBeVisible();
    await lookOver(page, 'add_expense');
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page).toHaveURL(/\/expenditure\/\d+$/);
    await approve(second, /^Expense/);
    await page.reload();
    await expect(page.getByText('Posted', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Bill.pdf' })).toBeVisible();
  });

  await plain.step('cash that is short, which another agrees to', async () => {
    const { car, code } = memberOf(product.output());
    const fee = { car_number: car, driver_code: code, amount: '300.00', payment_type: 'SS', payment_year: 2027 };
    await calls('POST', '/payments/receive', {
      ...{ mode: 'cash', amount: '300.00' },
      payments: [{ ...fee, payment_month: 'NOVEMBER' }],
    });
    await page.goto('/cash_up');
    await page.getByLabel('GHS 200 note').fill('1');
    await page.getByLabel('GHS 50 note').fill('1');
    await lookOver(page, 'cash_up');
    await page.getByRole('button', { name: 'Hand in' }).click();
    await expect(page.getByText(/with GHS 50\.00 short/).first()).toBeVisible();
    await approve(second, /^Difference of a cash-up/);
  });

  await plain.step('MoMo of the month, reconciled with its statement', async () => {
    const range = `account=1000&from=${month}-01&to=${month}-28`;
    const [line] = await calls('GET', `/book_lines?${range}&size=1`);
    const id = /\d{8,}/.exec(line.description)?.[0] ?? '';
    await page.goto('/statement_import');
    const csv = statementCsv([{ date: typed(line.day), id, amount: line.amount }]);
    await page
      .getByLabel('Statement', { exact: true })
      .setInputFiles({ name: 'MoMo.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page).toHaveURL(/\/statement_import\/\d+$/);
    await page.getByLabel('Days').selectOption({ label: 'Day first: 20/11/2026' });
    await page.getByRole('button', { name: 'Check the lines' }).click();
    await page.getByRole('button', { name: /^Import 1 line/ }).click();
    await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
    await page.goto(`/reconcile?${range}`);
    await page.getByRole('button', { name: 'Match the same money' }).click();
    const row = page.getByRole('row').filter({ hasText: id });
    await expect(row).toContainText('Matched');
    await second.goto(`/reconcile?${range}`);
    await second.getByRole('button', { name: 'Reconcile…' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Reconcile' }).click();
    await expect(second.getByRole('row').filter({ hasText: id })).toContainText('Reconciled');
    await lookOver(second, 'reconcile');
  });

  await plain.step('the month closes, and takes nothing more', async () => {
    await page.goto(`/yearly_ledger?year=${year}`);
    await page.getByRole('button', { name: /^Close .+…$/ }).click();
    const closing = page.getByRole('dialog');
    if (await closing.getByLabel('Reason').isVisible()) await closing.getByLabel('Reason').fill('The rest waits.');
    await closing.getByRole('button', { name: 'Close it' }).click();
    await expect(page.getByText(/ is closed\. What comes late is posted in/).first()).toBeVisible();
    await lookOver(page, 'yearly_ledger');
    await page.goto('/add_journal');
    await page.getByLabel('Day', { exact: true }).fill(typed(day));
    await page.getByLabel('What for').fill('Too late');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(page.getByText(/ is closed\. Please choose a day from/)).toBeVisible();
  });

  await plain.step('the PDF of the income statement has the figures of the page', async () => {
    await page.goto(`/yearly_ledger?year=${year}`);
    const [income, expenses, surplus] = [
      await figureOf(page, 'Income, in all'),
      await figureOf(page, 'Expenses, in all'),
      await figureOf(page, 'Surplus'),
    ];
    // The expense, and the cash that was short.
    expect(pesewas(expenses)).toBe(before + 850_00n + 50_00n);
    expect(pesewas(surplus)).toBe(pesewas(income) - pesewas(expenses));
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    const texts = await pdfTexts(page, await (await saving).path());
    const text = texts.join(' ');
    for (const figure of [income, expenses, surplus]) expect(text).toContain(figure);
    expect(text).toMatch(/Page 1 of \d/);
  });
});
