import type { Page } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { expect, expectAccessible } from '../../harness/test.ts';
import { fillPersonal, heading, next, photograph, somebody, test, toast } from '../../harness/visitor.ts';

const choices = (page: Page) => page.getByRole('listbox').getByRole('option');

const contactPage = async (page: Page): Promise<void> => {
  await page.goto('/main_registration');
  await fillPersonal(page, somebody());
  await next(page).click();
};

test('a field names what is wrong with it when it is left, and falls silent when it is mended @deep', async ({
  page,
}) => {
  await page.goto('/main_registration');
  await page.getByLabel('Last Name').click();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Last Name')).toHaveAccessibleDescription('Please enter the last name.');
  await expect(page.getByLabel('Last Name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Last Name').fill('Addo');
  await expect(page.getByText('Please enter the last name.')).toBeHidden();
  await page.getByLabel('Date of Birth').fill('01/01/2090');
  await page.getByLabel('Date of Birth').blur();
  await expect(page.getByText('The date of birth must be a past day.')).toBeVisible();
});

test('Next with something wrong stays, lists it and goes to the first wrong field @deep', async ({ page }) => {
  await contactPage(page);
  await page.getByLabel('Car Number').fill('GR 1-20');
  await page.getByLabel('Mobile Number', { exact: true }).fill('12');
  await page.getByLabel('Email').fill('ama');
  // A slow press: the message at the field that is left must not move the button from under it.
  await next(page).hover();
  await page.mouse.down();
  await page.evaluate(async () => {
    for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
  });
  await page.mouse.up();
  await expect(heading(page)).toHaveText('CONTACT INFORMATION');
  const summary = page.getByRole('alert').filter({ hasText: '2 fields need your attention' });
  await expect(summary).toContainText('Mobile Number: Give a Ghana phone number, like 024 123 4567.');
  await expect(page.getByLabel('Mobile Number', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await summary.getByRole('button', { name: 'Email' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('the country code is fixed, and a number may be typed with or without it @deep', async ({ page }) => {
  await contactPage(page);
  const mobile = page.getByLabel('Mobile Number', { exact: true });
  for (const typed of ['251234567', '0251234567', '+233 25 123 4567']) {
    await mobile.fill(typed);
    await page.keyboard.press('Tab');
    await expect(mobile).toHaveValue('25 123 4567');
  }
  await expect(page.getByText('+233').first()).toBeVisible();
});

test('text typed in the middle of a word is raised and the caret stays @deep', async ({ page }) => {
  await page.goto('/main_registration');
  const name = page.getByLabel('Last Name');
  await name.fill('MNSAH');
  await name.press('Home');
  await name.press('ArrowRight');
  await name.pressSequentially('ee');
  await expect(name).toHaveValue('MEENSAH');
});

test('a nationality is found by typing and chosen with the keyboard, and only from the list @deep', async ({
  page,
}) => {
  await page.goto('/main_registration');
  const field = page.getByRole('combobox', { name: 'Nationality' });
  await tabTo(page, field);
  await page.keyboard.type('ghan');
  await expect(choices(page).first()).toHaveText(/ghanaian/i);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(/ghanaian/i);
  await field.fill('nowhere');
  await expect(page.getByText('No match in the list.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(/ghanaian/i);
});

test('what is typed before a list has come is looked for when it comes @deep', async ({ page }) => {
  const come = Promise.withResolvers<void>();
  await page.route('**/api/nationality', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto('/main_registration');
  const field = page.getByRole('combobox', { name: 'Nationality' });
  await field.fill('ivorian');
  await expect(page.getByText('Loading the list…')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('ivorian');
  come.resolve();
  await expect(field).toHaveValue('IVORIAN');
});

test('a list that does not come can be asked for again @deep', async ({ page }) => {
  let refused = 0;
  await page.route('**/api/nationality', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 404, json: { message: 'Not now.' } }) : route.continue();
  });
  await page.goto('/main_registration');
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The list could not be loaded.')).toBeHidden();
  await page.getByRole('combobox', { name: 'Nationality' }).click();
  await expect(choices(page).first()).toBeVisible();
});

const picker = (page: Page) => page.locator('[data-source=files]');
/** Begins like a JPEG, but is not one. */
const noJpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500)]);

test('a broken JPEG is refused as a photo, in a toast and at the field @deep', async ({ page }) => {
  const message = 'image/jpeg is not a supported format';
  await page.goto('/main_registration');
  await picker(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: noJpeg });
  await expect(toast(page, message)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Photo' }).getByRole('alert')).toHaveText(message);
  await expect(page.getByAltText('The chosen portrait')).toBeHidden();
});

test('two photos dropped at once are refused @deep', async ({ page }) => {
  await page.goto('/main_registration');
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['a.jpg', 'b.jpg']) transfer.items.add(new File(['x'], name, { type: 'image/jpeg' }));
    return transfer;
  });
  await page.getByRole('group', { name: 'Photo' }).dispatchEvent('drop', { dataTransfer: files });
  await expect(toast(page, 'Only 1 images can be uploaded at a time')).toBeVisible();
});

test('a phone’s photo of several megabytes is shrunk and taken, and can be removed', async ({ page }) => {
  await page.goto('/main_registration');
  const buffer = await photograph(page, 2400, 1800);
  expect(buffer.length).toBeGreaterThan(2_000_000);
  await picker(page).setInputFiles({ name: 'IMG_2043.JPG', mimeType: 'image/jpeg', buffer });
  await expect(page.getByAltText('The chosen portrait')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByAltText('The chosen portrait')).toBeHidden();
});

test('a phone offers its camera @deep', async ({ page, hasTouch }) => {
  await page.goto('/main_registration');
  await expect(page.locator('[data-source=camera]')).toHaveAttribute('capture', 'user');
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible({ visible: Boolean(hasTouch) });
});
