import type { Browser, Page } from '@playwright/test';
import { lookOver } from '../../harness/look-over.ts';
import { testOnPrintingDemo } from '../../harness/own-product.ts';
import { readPdf } from '../../harness/pdf.ts';
import { signIn } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect } from '../../harness/test.ts';

const test = testOnPrintingDemo();

/** People of the demo's plot 141, as they would stand on a page. */
const PEOPLE = /odonkor|grace|bortey/i;

/** The first plot of the demo's layout, which a tenant holds. */
const openHeldPlot = async (page: Page): Promise<void> => {
  await page.goto('/plots?state=held');
  await page.locator('tbody').getByRole('link', { name: '141', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Plot 141/ })).toBeVisible();
};

/** A page of somebody who has not signed in. */
const strangerOf = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage();

/** Presses a button that opens a paper in a tab of its own. */
const opensPaper = async (page: Page, button: string | RegExp): Promise<void> => {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()]);
  await tab.close();
};

test('a slip of the desk is checked by its QR code, and names nobody @deep', async ({ page, browser, product }) => {
  await signIn(page, 'legal');
  await openHeldPlot(page);
  await page.getByRole('button', { name: 'Is this plot free?' }).click();
  const [answered] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/slips')),
    page.getByRole('button', { name: 'Issue a slip' }).click(),
  ]);
  const { number } = await answered.json();
  const slip = page.getByRole('region', { name: 'Slip' });
  await expect(slip).toContainText(number);
  await expect(slip).toContainText('Held under a tenancy since');
  await expect(page.getByRole('dialog')).toBeHidden();
  await lookOver(page, 'plot-slip');
  await opensPaper(page, 'Open the slip (PDF)');
  await page.goto('/land_documents?kind=slip');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `PDF: ${number}` }).click(),
  ]);
  const { pages, text, qr } = await readPdf(page, await saved.path());
  expect(pages).toBe(1);
  expect(text).toContain('It is not title to land.');
  expect(text).not.toMatch(PEOPLE);
  const stranger = await strangerOf(browser, product.url);
  expect(qr).toMatch(new RegExp(`^${product.url}/land_paper#[0-9A-Z]{16}$`));
  await stranger.goto(qr);
  await expect(stranger.getByText('This slip is one of ours. It is valid for its day.')).toBeVisible();
  const main = stranger.getByRole('main');
  await expect(main).toContainText(number);
  await expect(main).toContainText('Held under a tenancy since');
  expect(await main.innerText()).not.toMatch(PEOPLE);
  await lookOver(stranger, 'land-paper-found');
  await stranger.context().close();
});

test('a stranger asks about a plot with a code, which then is used up @deep', async ({ page, browser, product }) => {
  await signIn(page, 'legal', '/slip_codes');
  await page.getByRole('button', { name: 'Make a code…' }).click();
  const call = await staffCalls(page, product.url, 'legal');
  const [plot] = await call('GET', '/plots?state=held');
  const payments = [{ payment_type: 'CC5000', amount: '150.00' }];
  const { receipts } = await call('POST', '/land_payments', {
    mode: 'cash',
    amount: '150.00',
    plot_id: plot.id,
    payments,
  });
  await page.getByLabel('Receipt number').fill(receipts[0]);
  await page.getByRole('button', { name: 'Make the code' }).click();
  const code = await page.getByLabel('Code for one slip').inputValue();
  expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
  const stranger = await strangerOf(browser, product.url);
  const ask = async (): Promise<void> => {
    await stranger.goto('/plot_search');
    await stranger.getByLabel('Zone').selectOption({ label: 'Nungua Zone 3' });
    await stranger.getByLabel('Plot Number').fill('150');
    await stranger.getByLabel('Fee code').fill(code.toLowerCase());
    await stranger.getByRole('button', { name: 'Ask', exact: true }).click();
  };
  await ask();
  await expect(stranger.getByText('Nothing is recorded against this plot.')).toBeVisible();
  await lookOver(stranger, 'plot-search-found');
  await stranger.reload();
  await expect(stranger).toHaveURL(/\/land_paper#/);
  await expect(stranger.getByText('This slip is one of ours. It is valid for its day.')).toBeVisible();
  const way = await stranger.getByRole('link', { name: /^Open the slip SL/ }).getAttribute('href');
  const pdf = await stranger.request.get(`${product.url}${way}`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await ask();
  await expect(stranger.getByText('This code is not valid.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: receipts[0] })).toContainText('Used');
  await stranger.goto('/land_paper');
  await stranger.getByLabel('Code on the paper').fill('7Q2M-XK4D-9H3B-ZT60');
  await stranger.getByRole('button', { name: 'Check the code' }).click();
  await expect(stranger.getByText('No paper of ours has this code.')).toBeVisible();
  await stranger.context().close();
});

test('the desk issues an allocation note and a certificate, and finds both in the list @deep', async ({ page }) => {
  await signIn(page, 'legal', '/approved_tenants');
  await page.locator('tbody').getByRole('link').nth(0).click();
  await opensPaper(page, 'Issue allocation note');
  await expect(page.getByText(/The allocation note AN\d{4}-\d{4} /).first()).toBeVisible();
  await openHeldPlot(page);
  await page.getByRole('region', { name: 'Tenancy' }).getByRole('link').click();
  await opensPaper(page, /^Issue certificate/);
  await expect(page.getByText(/The tenancy certificate TC\d{4}-\d{4} /).first()).toBeVisible();
  await page.goto('/land_documents?kind=tenancy_certificate');
  await expect(page.getByRole('row').filter({ hasText: 'Tenancy certificate' })).toHaveCount(1);
});
