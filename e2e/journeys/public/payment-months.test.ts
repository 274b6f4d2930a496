import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import { registerWithoutPage, somebody, submit, test } from '../../harness/visitor.ts';

const month = (page: Page) => page.getByLabel('Payment Month');

const fill = async (page: Page, { car, transaction }: { car: string; transaction: string }, code: string) => {
  await page.goto('/about');
  await page.goto('/main_payments');
  await page.getByLabel('Car Number').fill(car);
  await page.getByLabel('Payment Type').selectOption(code);
  await page.getByLabel('Transaction ID').fill(transaction);
};

test('a month before the driver registered is asked about, and sent by a person who is sure @deep', async ({
  page,
}) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await fill(page, who, 'RF');
  await submit(page).click();
  const confirmation = page.getByRole('region', { name: 'Your payment waits to be cleared' });
  await expect(confirmation).toBeVisible();

  await fill(page, { ...who, transaction: somebody().transaction }, 'SS');
  await page.getByLabel('Payment Year').selectOption('2024');
  await month(page).selectOption('JANUARY');
  await submit(page).click();
  const question = page.getByRole('alertdialog', { name: 'Really pay for January 2024?' });
  await expect(question.getByRole('button', { name: 'Change the month' })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(month(page)).toBeFocused();

  await submit(page).click();
  await question.getByRole('button', { name: 'Change the month' }).press('Tab');
  await page.keyboard.press('Enter');
  await expect(confirmation).toContainText('January 2024');
});
