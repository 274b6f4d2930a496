import { testOnDemo } from '../../harness/own-product.ts';
import { followMenu, openMenu, signIn } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';

const test = testOnDemo();

test('a list gets an entry, which is changed and deleted; one that drivers have stays @deep', async ({ page }) => {
  await signIn(page, 'systemadmin');
  await followMenu(page, 'General Setup');
  await expect(page.getByRole('form', { name: 'Company settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Identification types' }).click();
  await expect(page).toHaveURL('/general_setup?part=identifications');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Identification type').fill('Refugee card');
  await form.getByLabel('Form of its numbers').fill('(a+)+$');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^Write 9 for a digit and A for a letter/)).toBeVisible();
  await form.getByLabel('Form of its numbers').fill('REF-9999');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('REFUGEE CARD was added to the identification types.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'REFUGEE CARD' })).toContainText('REF-9999');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change REFUGEE CARD' }).click();
  await page.getByRole('dialog').getByLabel('Form of its numbers').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The changes are saved.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'REFUGEE CARD' })).not.toContainText('REF-9999');

  const deleting = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await deleting('REFUGEE CARD');
  await expect(page.getByText('REFUGEE CARD is deleted.')).toBeVisible();
  await page.getByRole('link', { name: 'Relationships' }).click();
  await deleting('SISTER');
  await expect(page.getByText(/^SISTER is used by \d+ drivers\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete SISTER' })).toBeVisible();
});

test('a plan’s feature is previewed, saved, and on the site; a phone number once another person approved it @deep', async ({
  page,
  browser,
}) => {
  await signIn(page, 'systemadmin');
  await followMenu(page, 'General Setup');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await page.getByLabel('Phone number of phone number 1').fill('024 765 4321');
  await expect(preview.getByText('024 765 4321')).toBeVisible();
  await page.getByRole('button', { name: 'Add feature' }).click();
  await page.getByLabel('Feature of feature 9').fill('Dashboard drone');
  await page.getByLabel('Platinum of feature 9').check();
  await expect(preview.getByText('Dashboard drone').first()).toBeVisible();
  await expect(page.getByText('2 settings changed, not saved yet.')).toBeVisible();
  // At the end the bar of Save stands below the fields; elsewhere it may cover half of a checkbox.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nothing is changed.')).toBeVisible();

  await page.getByLabel('GPS address').fill('GA-9-9');
  await (await openMenu(page)).getByRole('link', { name: 'Dashboard', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/general_setup');
  await expect(page.getByLabel('GPS address')).toHaveValue('GA-9-9');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('link', { name: 'See the approval' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const office = await browser.newContext();
  const second = await office.newPage();
  await signIn(second, 'superadmin', new URL(page.url()).pathname);
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Changed: phone numbers.')).toBeVisible();
  // A server keeps the settings for five seconds, and a browser what it read of them for minutes.
  const api = new URL('/api/site', page.url()).href;
  await expect.poll(async () => (await second.request.get(api)).text()).toContain('+233247654321');
  await office.close();

  const visitor = await browser.newContext();
  const site = await visitor.newPage();
  await site.goto(new URL('/pricing', page.url()).href);
  await expect(site.getByText('Dashboard drone')).toHaveCount(3);
  await expect(site.getByRole('contentinfo').getByText('024 765 4321')).toBeVisible();
  await site.goto(new URL('/contact', page.url()).href);
  await expect(site.getByRole('main').getByRole('link', { name: '024 765 4321' })).toHaveAttribute(
    'href',
    'tel:+233247654321',
  );
  await expect(site.getByRole('main').getByRole('link', { name: 'Police 191' })).toHaveAttribute('href', 'tel:191');
  await visitor.close();
});

test('on a narrow screen Save stays in sight, wherever one types @deep', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'systemadmin', '/general_setup');
  const save = page.getByRole('button', { name: 'Save' });
  for (const label of ['Company name', 'Feature of feature 8']) {
    await page.getByLabel(label).fill('Another');
    await expect(save).toBeInViewport({ ratio: 1 });
  }
});
