import { expect, expectAccessible } from '../../harness/test.ts';
import { register, somebody, test, toast } from '../../harness/visitor.ts';

test('the message of a registration leaves its confirmation in sight, and does not follow to the next page @deep', async ({
  page,
}) => {
  await register(page, somebody());
  const message = toast(page, 'You are registered.');
  const heading = page.getByRole('heading', { name: 'You are registered' });
  await expect(heading).toBeFocused();
  await expect(async () => {
    const [above, below] = [await message.boundingBox(), await heading.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }).toPass();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Member sign-in' }).click();
  await expect(page).toHaveURL('/main_login');
  // Without the click it would stay for 20 seconds.
  await expect(message).toBeHidden({ timeout: 8_000 });
});

test('a message goes with a press of its button, which leaves the focus where it is @deep', async ({ page }) => {
  await page.clock.install();
  await page.goto('/main_payments');
  const car = page.getByLabel('Car Number');
  const message = toast(page, 'No driver is registered with this car number.');
  const button = page.getByRole('button', { name: 'Dismiss the message' });
  const raise = async (number: string) => {
    await car.fill(number);
    await car.press('Tab');
    await expect(message).toBeVisible();
  };
  await raise('GR 9901-99');
  await expectAccessible(page);
  const size = async () => {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    return Math.min(width, height);
  };
  // A message that is still coming in is smaller than it will be.
  await expect.poll(size).toBeGreaterThanOrEqual(44);
  await expect(car).toBeFocused();
  await button.click();
  await expect(message).toBeHidden({ timeout: 3_000 });
  await expect(car).toBeFocused();

  await raise('GR 9902-99');
  await button.press('Enter');
  await expect(message).toBeHidden({ timeout: 3_000 });
  await expect(car, 'the keyboard goes on from where it was').toBeFocused();

  await raise('GR 9903-99');
  await page.mouse.move(0, 0);
  for (const _ of ['end', 'gone']) await page.clock.runFor(30_000);
  await expect(message, 'one that comes after a pressed one ends by itself').toBeHidden();
});

test('a message stays while its button has the focus, and gives the focus back however it ends @deep', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/main_payments');
  const car = page.getByLabel('Car Number');
  const button = page.getByRole('button', { name: 'Dismiss the message' });
  await car.fill('GR 9904-99');
  await car.press('Tab');
  await expect(button).toBeVisible();
  await car.focus();
  await button.focus();
  // Runs the clock past its end, and again past its removal.
  for (const _ of ['end', 'gone']) await page.clock.runFor(30_000);
  await expect(button).toBeFocused();
  // As a submitted form does.
  await page.evaluate(() => document.dispatchEvent(new Event('submit')));
  await page.clock.runFor(5_000);
  await expect(button).toBeHidden();
  await expect(car).toBeFocused();
});
