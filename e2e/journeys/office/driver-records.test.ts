import { testOnDemo } from '../../harness/own-product.ts';
import { chooseMore, followMenu, signIn, signInMember } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';
import { anAddress, claimWithoutPage, enrol, photograph, somebody, toast } from '../../harness/visitor.ts';

const test = testOnDemo();

test('a SuperUser corrects a car number and replaces a photo, and the member signs in with the new car @deep', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superuser');
  await followMenu(page, 'Driver Updates');
  await page.getByLabel('Find the driver').fill('DRV0000017');
  await page.getByRole('button', { name: 'Find' }).click();
  const car = page.getByLabel('Car Number');
  await expect(car).not.toHaveValue('');
  const { car: corrected } = somebody();
  const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photograph(page, 320, 400) };
  await page.locator('[data-source=files]').setInputFiles(picture);
  await page.getByLabel('Reason for the new photo').fill('The old one showed somebody else.');
  await page.getByRole('button', { name: 'Replace the photo' }).click();
  await expect(toast(page, 'The photo was replaced.')).toBeVisible();

  await car.fill(corrected);
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('A slip at the counter.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, `They sign in with ${corrected} and DRV0000017 from now on.`)).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('row', { name: /A slip at the counter\./ })).toContainText(corrected);
  await expect(page.getByRole('row', { name: /The old one showed somebody else\./ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Person' })).toBeVisible();

  const theirs = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signInMember(theirs, { car: corrected, code: 'DRV0000017' });
  await expect(theirs.getByText(corrected).first()).toBeVisible();
  await theirs.context().close();
});

test('a SystemAdmin merges a duplicate, and its payments stand on the record that stays @deep', async ({ page }) => {
  const [who, address] = [somebody(), anAddress()];
  const { code } = await enrol(page, who, address);
  const claim = { car_number: who.car, driver_code: code, transaction_id: who.transaction };
  expect(await claimWithoutPage(page, { ...claim, payment_type: 'RF', amount: '200.00' }, address)).toBe(201);
  await signIn(page, 'systemadmin', `/global_drivers?q=${code}`);
  await page.locator('tbody').getByRole('link').first().click();
  await chooseMore(page, 'Merge a duplicate');
  await page.getByLabel('The other record of this driver').fill('DRV000002E');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('1 claim that waits to be cleared, GHS 200.00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge into DRV000002E' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Why are they one person?')
    .fill('Both cards show one face and one birthday.');
  await page.getByRole('dialog').getByLabel('Reason').fill('Registered twice, with a slip in the car number.');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(toast(page, `${code} was merged into DRV000002E.`)).toBeVisible();
  await page.getByRole('link', { name: 'Payments', exact: true }).last().click();
  await expect(page.getByText(who.transaction)).toBeVisible();
  await page.goto(`/view_payment/${code}`);
  await expect(page.getByText(who.transaction)).toBeVisible();
});
