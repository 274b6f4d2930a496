import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../harness/test.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' });

const fill = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Kofi Mensah');
  await page.getByLabel('Email').fill('kofi@example.com');
  await page.getByLabel('Subject').fill('Fitting');
  await page.getByLabel('Message').fill('When can you fit the device?');
};

test('a contact message is stored, and its reference is told', async ({ page }) => {
  await page.goto('/contact');
  await fill(page);
  await submit(page).click();
  const confirmation = page.getByRole('status');
  await expect(confirmation).toContainText(/Your reference is CM-[2-9A-Z]{6}/);
  await expect(page.getByRole('heading', { name: 'Thank you. Your message has arrived.' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
});
