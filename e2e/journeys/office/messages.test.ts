import { testOnDemo } from '../../harness/own-product.ts';
import { followMenu, signIn } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';

const test = testOnDemo();

test('a SuperUser takes the message that waits longest, undoes a wrong mark, answers by text and closes it @deep', async ({
  page,
}) => {
  await signIn(page, 'superuser', '/contact_messages');
  const first = page.locator('tbody tr').first();
  await expect(first).toContainText('Tracker does not answer');
  await first.getByRole('link').click();
  await expect(page.getByText('Please call me after 6 pm.')).toBeVisible();
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText(/^You have CM-\w{6} now\.$/)).toBeVisible();
  // The button is gone: the keyboard goes on from the page, not from the top of the window.
  await expect(page.locator('main')).toBeFocused();
  // A demo sends no mail.
  await page.getByRole('button', { name: 'Answered another way' }).click();
  await expect(page.getByRole('link', { name: 'your own mail' })).toHaveAttribute('href', /^mailto:k\.asante%40/);
  await page.getByLabel('How it was answered').fill('By phone: we look at it today.');
  await page.getByRole('button', { name: 'Mark as replied' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('By phone: we look at it today.');
  await expect(page.getByRole('button', { name: 'Mark as replied' })).toBeFocused();
  await page.getByRole('button', { name: 'Not replied yet…' }).click();
  await page.getByRole('button', { name: 'Undo the mark' }).click();
  await expect(page.getByText('Marked by mistake: this answer was not given.')).toBeVisible();
  await page.getByRole('button', { name: 'Text message' }).click();
  await page.getByLabel('Mobile number').fill('024 123 4567');
  await page.getByLabel('Usual answers').selectOption('Answer: we will call you');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Thank you for your message\./);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send text' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Text message to 024 123 4567');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(4);
  await page.getByRole('link', { name: 'Status', exact: true }).click();
  await page.getByRole('link', { name: '1 Closed' }).click();
  await expect(page).toHaveURL('/contact_messages?state=closed');
  await expect(page.locator('tbody tr')).toHaveCount(1);
});

test('a SystemAdmin writes the reminder’s words, stops sending, and sends again @deep', async ({ page }) => {
  await signIn(page, 'systemadmin', '/message_templates');
  await page.getByText('Reminder of what is due').click();
  const words = page.getByLabel('Words');
  await words.fill('{company}: please pay {amount} to {pay_to}.');
  await page.getByRole('button', { name: 'Save words' }).click();
  await expect(page.getByText('The words need {driver_code}.')).toBeVisible();
  await expect(words).toBeFocused();
  await words.fill('{company}: please pay {amount} to {pay_to} for {driver_code}.');
  await expect(
    page.getByText('Banbo Driver Safety: please pay GHS 12,000.00 to MTN 024 123 4567 for DRV000398K.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save words' }).click();
  await expect(page.getByText('‘Reminder of what is due’ is saved.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/outbox');
  await page.getByRole('button', { name: 'Stop sending…' }).click();
  const question = page.getByRole('dialog', { name: 'Stop sending messages?' });
  await question.getByLabel('What').selectOption('Text messages and mail');
  await question.getByLabel('Reason').fill('The words were wrong.');
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Text messages and mail are stopped. They wait')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  const alarm = page.getByRole('alert').filter({ hasText: 'are stopped since' });
  await expect(alarm).toContainText('by systemadmin: The words were wrong.');
  await alarm.getByRole('link', { name: 'Send again' }).click();
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(page.getByText('Messages are sent again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop sending…' })).toBeVisible();
  await followMenu(page, 'Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(alarm).toHaveCount(0);
});
