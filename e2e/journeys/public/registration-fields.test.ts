import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../../harness/test.ts';
import { fillPersonal, heading, next, photograph, somebody, test, toast } from '../../harness/visitor.ts';

const contactPage = async (page: Page): Promise<void> => {
  await page.goto('/main_registration');
  await fillPersonal(page, somebody());
  await next(page).click();
};

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

test('text typed in the middle of a word is raised and the caret stays @deep', async ({ page }) => {
  await page.goto('/main_registration');
  const name = page.getByLabel('Last Name');
  await name.fill('MNSAH');
  await name.press('Home');
  await name.press('ArrowRight');
  await name.pressSequentially('ee');
  await expect(name).toHaveValue('MEENSAH');
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
