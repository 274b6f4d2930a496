import { addMonths, formatDay, formatMonth, monthDays, shortMonth, today, typedDay } from '@banbo/contract';
import type { Browser, Page } from '@playwright/test';
import { csvOf, statementCsv } from '../../../server/test/builders/statements.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnMonthOfBooks } from '../../harness/own-product.ts';
import { pdfTexts } from '../../harness/pdf.ts';
import { OWN_PASSWORD, setPassword, signIn } from '../../harness/people.ts';
import type { Product } from '../../harness/product.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect } from '../../harness/test.ts';
import { claimWithoutPage, enrol, somebody, submit, toast } from '../../harness/visitor.ts';

const test = testOnMonthOfBooks();

const TODAY = today();
const MONTH = addMonths(TODAY, 0);
const DAYS = monthDays(MONTH);
const MONTH_NAME = formatMonth(MONTH);

/** A trial balance of a bookkeeper's programme, whose last line is no account. */
const BALANCES = [
  ['Account code', 'Name', 'Debit', 'Credit'],
  ['1000', 'MoMo wallet', '1,500.00', ''],
  ['1010', 'Cash in the safe', '400.00', ''],
  ['1020', 'GCB current account', '12,000.00', ''],
  ['2100', 'Taxes payable', '', '350.50'],
  ['3100', 'Retained earnings', '', '13,549.50'],
  ['Total', '', '13,900.00', '13,900.00'],
];

/** Two registration fees of GHS 200, a month of GHS 300, a rent, and GHS 5 that a clerk lacks. */
const RENT = '560.25';
const MADE = {
  'REGISTRATION FEE': '400.00',
  'MONTHLY SUBSCRIPTION': '300.00',
  'Income, in all': '700.00',
  'Rent and utilities': RENT,
  'Cash over and short': '5.00',
  'Expenses, in all': '565.25',
  Surplus: '134.75',
};

const openAs = async ({ browser, product }: { browser: Browser; product: Product }, username: string, path: string) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(page, username, path, OWN_PASSWORD);
  return page;
};

/** Adds people of staff who have set their passwords. */
const addStaff = async (page: Page, { url }: Product, people: Readonly<Record<string, string>>) => {
  const send = await staffCalls(page, url, 'superadmin', OWN_PASSWORD);
  for (const [username, user_role] of Object.entries(people)) {
    const names = { first_name: username, last_name: 'Boateng', email: `${username}@example.com` };
    const { setup_code } = await send('POST', '/users', { username, user_role, ...names });
    await send('POST', '/auth/set_admin_password', { email: username, setup_code, password: OWN_PASSWORD });
  }
};

const approve = async (page: Page, subject: RegExp) => {
  await page.goto('/approvals?status=asked');
  await page.getByRole('link', { name: subject }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
};

const importOpeningBalances = async (page: Page) => {
  await page.goto('/balance_import');
  const file = { name: 'trial-balance.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf(BALANCES)) };
  await page.getByLabel('List of balances').setInputFiles(file);
  await expect(page).toHaveURL(/\/balance_import\/\d+$/);
  await page.getByLabel('Balances at the end of').fill(typedDay(DAYS.from));
  await page.getByRole('button', { name: 'Check the lines' }).click();
  const outcomes = page.getByRole('group', { name: 'What happens' }).getByRole('button');
  await expect(outcomes).toHaveText(['1 Refused', '5 Will be a line']);
  await expect(page.getByRole('row').filter({ hasText: 'Total' })).toContainText('It begins with no account code.');
  await lookOver(page, 'balance_import-lines');
  await page.getByRole('button', { name: 'Import 5 lines' }).click();
  await page.getByRole('link', { name: 'see the journal' }).click();
  await expect(page.getByText('Opening balances from trial-balance.csv')).toBeVisible();
  const asking = page.getByRole('button', { name: 'Ask for approval' });
  await asking.click();
  await expect(page.getByRole('link', { name: 'See the approval' })).toBeVisible();
  await expect(asking).toBeHidden();
};

/** A driver claims a fee, and a clerk clears it with the network's message; gives its ID. */
const clearPayment = async (page: Page): Promise<string> => {
  const who = somebody();
  const { code } = await enrol(page, who);
  const fee = { car_number: who.car, driver_code: code, transaction_id: who.transaction };
  expect(await claimWithoutPage(page, { ...fee, payment_type: 'RF', amount: '200.00' })).toBe(201);
  await page.goto('/capture_momo');
  await page
    .getByLabel('Paste the whole message')
    .fill(
      'Payment received for GHS 200.00 from AMA MENSAH Current Balance: GHS 2451.24 . ' +
        `Reference: ${who.car}. Transaction ID: ${who.transaction}. TRANSACTION FEE: 0.00`,
    );
  await expect(page.getByRole('region', { name: 'Claim' })).toContainText(code);
  await page.getByLabel('I have seen this payment in the MoMo account').check();
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Captured just now' })).toContainText('The claim is cleared.');
  return who.transaction;
};

const takeCash = async (page: Page) => {
  const { code } = await enrol(page, somebody());
  await page.goto(`/receive_payments?driver=${code}`);
  const month = `Monthly subscription, ${shortMonth(MONTH)}: GHS 300.00`;
  for (const name of ['Registration fee: GHS 200.00', month])
    await page.getByRole('button', { name, exact: true }).click();
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Print receipts R000002 to R000003' })).toBeVisible();
};

/** The clerk counts 495 of the 500 cedis that they took. */
const countCash = async (page: Page) => {
  await page.goto('/cash_up');
  const pieces = { 'GHS 200 note': '2', 'GHS 50 note': '1', 'GHS 20 note': '2', 'GHS 5 note': '1' };
  for (const [note, count] of Object.entries(pieces)) await page.getByLabel(note, { exact: true }).fill(count);
  await expect(page.getByRole('status').filter({ hasText: 'Counted: GHS 495.00' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('500.00');
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Hand in this count?' });
  await expect(question).toContainText('You counted GHS 495.00 for');
  await question.getByRole('button', { name: 'Hand in' }).click();
  await expect(toast(page, 'is handed in, with GHS 5.00 short.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Expected by the books' })).toContainText('500.00');
  await expect(page).toHaveURL(/\/cash_up\/\d+$/);
  await lookOver(page, 'cash_up-handed-in');
};

type Expense = Record<'payee' | 'kind' | 'from' | 'amount' | 'what', string>;

/** Fills in the form of an expense of today, by the clock of the browser. */
const fillExpense = async (page: Page, { payee, kind, from, amount, what }: Expense) => {
  await page.goto('/add_expense');
  await page.getByLabel('Payee').fill(payee);
  await page.getByLabel('Kind').selectOption(kind);
  await expect(page.getByRole('textbox', { name: 'Day', exact: true })).toHaveValue(typedDay(TODAY));
  await page.getByLabel('Paid from').selectOption(from);
  await page.getByLabel('Amount paid').fill(amount);
  await page.getByLabel('What for').fill(what);
};

const enterRent = async (page: Page) => {
  const buffer = await page.pdf();
  const rent = { payee: 'Osu Properties', kind: '5050 Rent and utilities', from: 'Bank', what: 'Rent of the office' };
  await fillExpense(page, { ...rent, amount: RENT });
  await page.getByLabel('Attach a file').setInputFiles({ name: 'rent.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Expense E\d{4}-0001$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Attachments' })).toContainText('rent.pdf');
  await expect(page.getByText('Waits for approval', { exact: true })).toBeVisible();
};

const importStatement = async (page: Page, id: string) => {
  await page.goto('/statement_import');
  const buffer = Buffer.from(statementCsv([{ date: typedDay(TODAY), id, amount: '200.00' }]));
  await page.getByLabel('Statement file').setInputFiles({ name: 'MTN.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Days').selectOption({ label: 'Day first: 20/11/2026' });
  await page.getByRole('button', { name: 'Check the lines' }).click();
  await page.getByLabel('Payment', { exact: true }).selectOption('Money in');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 1 line' }).click();
  await expect(page.getByText(/, imported /)).toBeVisible();
};

/** Reconciles what is matched, and waits for the answer. */
const reconcile = async (page: Page, answer: string) => {
  await page.goto('/reconcile');
  await page.getByRole('button', { name: 'Reconcile…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reconcile' }).click();
  await expect(toast(page, answer)).toBeVisible();
};

test('a month goes from opening balances to the PDF of its income statement, which has its figures @deep', async ({
  page,
  browser,
  product,
}) => {
  // Three people sign in, and two of them again once the month is over.
  test.setTimeout(240_000);
  await page.goto(product.firstLink());
  await setPassword(page);
  await addStaff(page, product, { accountant: 'Accounts', clerk: 'SuperUser' });
  const [accountant, clerk, boss] = await Promise.all(
    ['accountant', 'clerk', 'superadmin'].map((username) => openAs({ browser, product }, username, '/dashboard')),
  );
  if (!accountant || !clerk || !boss) throw new Error('Nobody signed in.');

  await test.step('opening balances are imported, and approved by another person', async () => {
    await importOpeningBalances(accountant);
    await approve(boss, /the journal J\d{4}-0001/);
    await accountant.reload();
    await expect(accountant.getByText('Posted', { exact: true })).toBeVisible();
  });

  const transaction = await test.step('a payment is cleared', () => clearPayment(clerk));

  await test.step('a clerk’s count lacks five cedis, and another person agrees', async () => {
    await takeCash(clerk);
    await countCash(clerk);
    await approve(boss, /the cash-up C\d{4}-0001/);
    await clerk.reload();
    await expect(clerk.getByText('Closed', { exact: true })).toBeVisible();
  });

  await test.step('MoMo money is matched with its statement, and reconciled by somebody else', async () => {
    await importStatement(clerk, transaction);
    await accountant.goto('/reconcile');
    const lines = accountant.getByRole('table', { name: 'Lines of the books' });
    await expect(lines.getByText('Open', { exact: true })).toHaveCount(2);
    await accountant.getByRole('button', { name: 'Match by transaction ID' }).click();
    await expect(toast(accountant, '1 line matched.')).toBeVisible();
    const line = lines.getByRole('row').filter({ hasText: transaction });
    await expect(line).toContainText('Matched');
    await reconcile(clerk, 'You posted one of these lines, so somebody else has to decide.');
    await reconcile(boss, '1 line reconciled.');
    await accountant.reload();
    await expect(line).toContainText('Reconciled');
    await expect(lines.getByText('Open', { exact: true })).toHaveCount(1);
  });

  await test.step('an expense above the limit waits with its bill', () => enterRent(accountant));

  product.moveClock();
  const ledger = `/yearly_ledger?from=${DAYS.from}&to=${DAYS.to}`;
  await signIn(boss, 'superadmin', '/dashboard', OWN_PASSWORD);
  await signIn(accountant, 'accountant', ledger, OWN_PASSWORD);

  await test.step('the month closes once nothing of its list is left, and takes nothing more', async () => {
    const closing = accountant.getByRole('complementary', { name: 'Closing' });
    await expect(closing.getByRole('heading', { name: /^Before \w+ can close$/ })).toBeVisible();
    const waiting = closing.getByRole('listitem').filter({ hasText: 'Expenses that wait for approval' });
    await expect(waiting).toContainText('1');
    await expect(closing.getByText('0 ✓')).toHaveCount(6);
    await approve(boss, /the expense E\d{4}-0001/);
    await accountant.goto(ledger);
    await expect(closing.getByText('0 ✓')).toHaveCount(7);
    await accountant.getByRole('button', { name: /^Close \w+…$/ }).click();
    await accountant.getByRole('dialog').getByRole('button', { name: 'Close it' }).click();
    await expect(toast(accountant, `${MONTH_NAME} is closed.`)).toBeVisible();

    const paper = { payee: 'Melcom', kind: '5080 Stationery and printing', from: 'Cash', what: 'Paper' };
    await fillExpense(accountant, { ...paper, amount: '40' });
    await accountant.getByRole('button', { name: 'Post the expense' }).click();
    const first = formatDay(`${addMonths(MONTH, 1)}-01`);
    await expect(
      accountant.getByText(`${MONTH_NAME} is closed. Please choose a day from ${first} on.`).first(),
    ).toBeVisible();
  });

  await test.step('the PDF of the income statement has what the screen has, and what the month made', async () => {
    await accountant.goto(ledger);
    const rows = accountant.getByRole('table').locator('tbody tr');
    await expect(rows.last()).toContainText('Surplus');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => Array.from((row as HTMLTableRowElement).cells, (cell) => cell.innerText.trim())),
    );
    const figures = new Map(shown.map(([name = '', figure = '']) => [name, figure]));
    for (const [name, figure] of Object.entries(MADE)) expect(figures.get(name), name).toBe(figure);

    const [download] = await Promise.all([
      accountant.waitForEvent('download'),
      accountant.getByRole('button', { name: 'PDF', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`income-statement-${DAYS.from}-to-${DAYS.to}.pdf`);
    const paper = (await pdfTexts(accountant, await download.path())).join(' ');
    const title = await accountant.getByRole('table').locator('caption').innerText();
    expect(paper).toContain(title);
    const lines = shown.map((cells) => cells.filter(Boolean).join(' '));
    expect(paper).toContain(lines.join(' '));
  });

  await test.step('the books are proved', async () => {
    await boss.goto('/book_checks');
    await boss.getByRole('button', { name: 'Check the books now' }).click();
    await expect(boss.getByRole('row').nth(1)).toContainText('The books agree', { timeout: 30_000 });

    // The nightly check of before has seen no posting: it may be the last until this one ends.
    const proof = accountant.getByText(/^Proved on \d+ \w+ \d{4}, \d\d:\d\d: \d+ postings up to entry \d+\.$/);
    await expect(async () => {
      await accountant.goto(ledger);
      await expect(proof).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await accountant.getByText(/^Hash of entry \d+:/).click();
    await expect(accountant.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  });
});
