import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../harness/test.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Request' });

const fill = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Kofi Mensah');
  await page.getByLabel('Email').fill('kofi@example.com');
  await page.getByLabel('Subject').fill('Fitting');
  await page.getByLabel('Message').fill('When can you fit the device?');
};

test('the contact form names what is missing at each field and goes to the first @deep', async ({ page }) => {
  await page.goto('/contact');
  await submit(page).click();
  for (const sentence of [
    'Please enter your name.',
    'Please enter your email.',
    'Please enter the subject.',
    'Please enter your message.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await fill(page);
  await page.getByLabel('Email').fill('kofi');
  await submit(page).click();
  await expect(page.getByText('Give an e-mail address, like name@example.com.')).toBeVisible();
  await expect(page.getByText('Please enter your name.')).toBeHidden();
  await expectAccessible(page);
});

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

test('when an answer gets lost the form keeps what was typed, and sent again it is one message @deep', async ({
  page,
}) => {
  const stored: string[] = [];
  await page.route('**/api/contact_messages', async (route) => {
    const response = await route.fetch();
    stored.push((await response.json()).reference);
    if (stored.length > 1) return route.fulfill({ response });
    return route.fulfill({ status: 408, json: { message: 'The answer took too long.' } });
  });
  await page.goto('/contact');
  await fill(page);
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('The answer took too long.');
  await expect(page.getByLabel('Message')).toHaveValue('When can you fit the device?');
  await submit(page).click();
  await expect(page.getByRole('status')).toContainText(`Your reference is ${stored[0]}`);
  expect(stored).toEqual([stored[0], stored[0]]);
});

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

test('Send Message tells what is empty, and takes it back after 3 seconds @deep', async ({ page }) => {
  await page.clock.install();
  await page.goto('/whatsaap');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await send(page).click();
  await expect(page.getByText('Mobile number cannot be empty!')).toBeVisible();
  await expect(page.getByText('Message cannot be empty!')).toBeVisible();
  await page.clock.fastForward(2900);
  await expect(page.getByText('Message cannot be empty!')).toBeVisible();
  await page.clock.fastForward(200);
  await expect(page.getByText('Mobile number cannot be empty!')).toBeHidden();
  await expect(page.getByText('Message cannot be empty!')).toBeHidden();
});

test('Send Message counts to 100, and says so while it is reached @deep', async ({ page }) => {
  await page.goto('/whatsaap');
  const message = page.getByLabel('Message');
  await expect(page.getByText('0/100')).toBeVisible();
  await message.fill('x'.repeat(99));
  await expect(page.getByText('99/100')).toBeVisible();
  await expect(page.getByText('Max length exceeded')).toBeHidden();
  await message.pressSequentially('yz');
  await expect(page.getByText('100/100')).toBeVisible();
  await expect(page.getByText('Max length exceeded')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByText('99/100')).toBeVisible();
  await expect(page.getByText('Max length exceeded')).toBeHidden();
});

test('Send Message opens the chat service in a new window with number and text @deep', async ({ page, context }) => {
  await context.route('https://web.whatsapp.com/**', (route) => route.fulfill({ body: 'chat' }));
  await page.goto('/whatsaap');
  await page.getByLabel('Mobile Number').fill('0241234567');
  await expect(page.getByText('WhatsApp needs the country code')).toBeVisible();
  await page.getByLabel('Mobile Number').fill('+233 (24) 123-4567');
  await page.getByLabel('Message').fill('Good morning & thanks');
  const [chat] = await Promise.all([context.waitForEvent('page'), send(page).click()]);
  expect(chat.url()).toBe(
    'https://web.whatsapp.com/send?phone=233241234567&text=Good%20morning%20%26%20thanks&app_absent=0',
  );
  expect(await chat.evaluate('window.opener')).toBeNull();
});
