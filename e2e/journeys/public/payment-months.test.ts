import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import { registerWithoutPage, somebody, submit, test } from '../../harness/visitor.ts';

const fill = async (page: Page, { car, transaction }: { car: string; transaction: string }, code: string) => {
  await page.goto('/about');
  await page.goto('/main_payments');
  await page.getByLabel('Car Number').fill(car);
  await page.getByLabel('Payment Type').selectOption(code);
  await page.getByLabel('Transaction ID').fill(transaction);
};

test('the question about a month before the driver registered is accessible, and fits a phone @deep', async ({
  page,
}) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await fill(page, who, 'RF');
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toBeVisible();

  await fill(page, { ...who, transaction: somebody().transaction }, 'SS');
  await page.getByLabel('Payment Year').selectOption('2024');
  await page.getByLabel('Payment Month').selectOption('JANUARY');
  await submit(page).click();
  const question = page.getByRole('alertdialog', { name: 'Really pay for January 2024?' });
  await expect(question.getByRole('button', { name: 'Change the month' })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
