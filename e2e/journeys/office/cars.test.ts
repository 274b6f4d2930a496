import type { Page } from '@playwright/test';
import { testOnDemo } from '../../harness/own-product.ts';
import { chooseMore, signIn, signInMember } from '../../harness/people.ts';
import { expect, expectNoSidewaysScroll } from '../../harness/test.ts';
import { fillRegistration, somebody, submit } from '../../harness/visitor.ts';

const test = testOnDemo();

/** Opens the record of a driver code as staff. */
const openRecord = async (page: Page, code: string): Promise<void> => {
  await page.goto(`/global_drivers?q=${code}`);
  await page.locator('tbody').getByRole('link').first().click();
  await expect(page.getByText(code).first()).toBeVisible();
};

/** The first member the demo prints. */
const memberOf = (output: string): { car: string; code: string } => {
  const [, car = '', code = ''] = /^ {2}(\S.*?) {2}(DRV\w+)$/m.exec(output) ?? [];
  return { car, code };
};

test('staff add a second car of a person, whose fees and cover are its own @deep', async ({ page, product }) => {
  const { code } = memberOf(product.output());
  await signIn(page, 'superuser');
  await openRecord(page, code);
  await chooseMore(page, 'Add another car');
  await page.getByLabel('Car Number').fill('GX 4711-26');
  await page.getByRole('button', { name: 'Add the car' }).click();
  const made = page.getByRole('region', { name: 'GX 4711-26 is registered' });
  await expect(made).toBeVisible();
  await expectNoSidewaysScroll(page);
  await made.getByRole('link', { name: 'Receive the fee' }).click();
  // The fee that the new car owes, though the person's first car has paid its own.
  await expect(page.getByText('GX 4711-26').first()).toBeVisible();
  await expect(page.getByLabel('Payment type of payment 1')).toHaveValue('RF');
  await expect(page.getByLabel('Amount of payment 1')).toHaveValue('200.00');
  await openRecord(page, code);
  const cars = page.getByRole('region', { name: 'Cars' });
  await expect(cars).toContainText('GX 4711-26');
  // A new name is the person's, so it is that of both cars.
  await page.getByRole('button', { name: 'Edit person' }).click();
  await page.getByLabel('Last Name').fill('Sarpong');
  await expect(page.getByText(/^Also changes the person’s other cars: DRV.* \(GX 4711-26\)\.$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('As on the marriage certificate.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Sarpong/ })).toBeVisible();
  await cars.getByRole('link', { name: /owes/ }).click();
  await expect(page.getByText('GX 4711-26').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Sarpong/ })).toBeVisible();
  await chooseMore(page, 'Change photo, plan or details');
  await page.getByLabel('New plan').selectOption('Platinum');
  await page.getByLabel('Reason for the new plan').fill('Agreed at the desk.');
  await page.getByRole('button', { name: 'Change the plan' }).click();
  await expect(page.getByText(/^The driver has the plan Platinum from /)).toBeVisible();
});

test('a member asks for another car, the office grants it, and the member turns to it @deep', async ({
  page,
  product,
  browser,
}) => {
  await signInMember(page, memberOf(product.output()));
  await page.getByLabel('Car Number').fill('GX 4712-26');
  await page.getByRole('button', { name: 'Ask for this car' }).click();
  const requests = page.getByRole('list', { name: 'Requests' });
  await expect(requests.getByText('Waiting')).toBeVisible();
  await page.getByLabel('Car Number').fill('GX 4713-26');
  await page.getByRole('button', { name: 'Ask for this car' }).click();
  await page.getByRole('button', { name: 'Withdraw GX 4713-26' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(requests.getByText('Withdrawn')).toBeVisible();
  const desk = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(desk, 'superuser', '/admin_registration?part=cars');
  await desk.getByRole('row').filter({ hasText: 'GX 4712-26' }).getByRole('link', { name: 'Grant' }).click();
  await expect(desk.getByLabel('Car Number')).toHaveValue('GX 4712-26');
  await desk.getByRole('button', { name: 'Add the car' }).click();
  await expect(desk.getByRole('region', { name: 'GX 4712-26 is registered' })).toBeVisible();
  await desk.context().close();
  await page.reload();
  await page.getByRole('navigation', { name: 'My cars' }).getByRole('link', { name: 'GX 4712-26' }).click();
  await expect(page.getByText('Car Number', { exact: true }).first().locator('..')).toContainText('GX 4712-26');
  await expect(page.getByText('You have not paid anything yet.')).toBeVisible();
});

test('staff register a driver at the desk, who then waits for the fee @deep', async ({ page }) => {
  const who = somebody();
  await signIn(page, 'superuser', '/admin_registration');
  await page.getByRole('link', { name: 'Register a driver' }).click();
  await fillRegistration(page, who);
  await submit(page).click();
  const made = page.getByRole('region', { name: 'AMA MENSAH is registered' });
  await expect(made.getByText(who.car)).toBeVisible();
  await expect(made.getByRole('link', { name: 'Receive the fee' })).toBeVisible();
  await made.getByRole('link', { name: 'Open the record' }).click();
  await expect(page).toHaveURL(/\/view_driver\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Ama Mensah' })).toBeVisible();
  await page.goto('/admin_registration?size=100&sort=-registered_at');
  await expect(page.getByText(who.car).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
