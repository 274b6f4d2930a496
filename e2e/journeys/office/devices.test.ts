import { nextImei, trackerCsv } from '../../../server/test/builders/tracker-lists.ts';
import { carWithoutTracker } from '../../harness/car-without-tracker.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnDemo } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();

test('trackers come from a list into stock, and one is fitted to a car and taken out again @deep', async ({
  page,
  product,
}) => {
  const car = await carWithoutTracker(await staffCalls(page, product.url, 'superadmin'), { isPaid: false });
  await signIn(page, 'systemadmin', '/devices');
  await page.getByRole('main').getByRole('link', { name: 'Tracker Import' }).click();
  const [imei, other] = [nextImei(), nextImei()];
  const lines = [[imei, 'SN-1', 'FMB920', '0241234567', 'MTN', '31/12/2026'], [other], [imei], ['356938035643808']];
  await page.getByLabel('List of trackers', { exact: true }).setInputFiles({
    name: 'Seller.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(trackerCsv(lines)),
  });
  await expect(page).toHaveURL(/\/device_import\/\d+$/);
  await expect(page.getByLabel('IMEI', { exact: true })).toHaveValue('0');
  await lookOver(page, 'device_import-columns');
  await page.getByRole('button', { name: 'Check the lines' }).click();
  await expect(page.getByText(/^The IMEI’s last digit does not fit the others\./)).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(page.getByText('Added').first()).toBeVisible();

  await page.goto(`/devices?search=${imei}`);
  await page.getByRole('link', { name: imei }).click();
  await page.getByRole('button', { name: 'Fit to a car…' }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Find the driver').fill(car.driver_code);
  await question.getByRole('button', { name: 'Find' }).click();
  await expect(question.getByText('Not paid yet: please say why it is fitted.')).toBeVisible();
  await question.getByLabel('Why it is fitted before it is paid').fill('He pays on Friday.');
  await question.getByLabel('Fitter’s name').fill('Kwame Asare');
  await question.getByRole('button', { name: 'Fit it' }).click();
  await expect(page.getByText(`The tracker ${imei} is fitted in`)).toBeVisible();

  await page.getByRole('button', { name: 'Take out…' }).click();
  await question.getByLabel('What becomes of it').selectOption('faulty');
  await question.getByLabel('Reason').fill('It finds no satellites.');
  await question.getByRole('button', { name: 'Take it out' }).click();
  await expect(page.getByText('Faulty', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Taken out/)).toBeVisible();
});
