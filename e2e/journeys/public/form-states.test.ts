import { expect, expectAccessible, test } from '../../harness/test.ts';

test('forms with messages at their fields are accessible @deep', async ({ page }) => {
  for (const [path, button, message] of [
    ['/contact', 'Submit Request', 'Please enter the subject.'],
    ['/main_payments', 'Submit', 'Please enter the car number'],
    ['/whatsaap', 'Send', 'Message cannot be empty!'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText(message).first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('a list of choices is accessible when it is open, and when it could not be loaded @deep', async ({ page }) => {
  await page.goto('/main_registration');
  await page.getByRole('combobox', { name: 'Nationality' }).fill('ghan');
  await expect(page.getByRole('option', { name: 'ghanaian' })).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/nationality', (route) => route.fulfill({ status: 404, json: { message: 'Not now.' } }));
  await page.reload();
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  await expectAccessible(page);
});
