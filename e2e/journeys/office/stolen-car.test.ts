import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { memberOf, signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('a car is declared stolen, the police see it on a phone without signing in, and no more once the search has ended @deep', async ({
  page,
  browser,
  product,
}) => {
  const { car, code } = memberOf(product.output());
  await signIn(page, 'superuser', '/stolen_cars');
  await page.getByRole('button', { name: 'Declare stolen…' }).click();
  const declaring = page.getByRole('dialog', { name: 'Which car is stolen?' });
  await declaring.getByLabel('Find the driver').fill(code);
  await declaring.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(declaring.getByText(car)).toBeVisible();
  await declaring.getByLabel('Where it was last seen').fill('At Circle, before the filling station.');
  await declaring.getByRole('button', { name: 'Declare it stolen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: car })).toBeVisible();

  await page.getByRole('button', { name: 'Make a link…' }).click();
  const making = page.getByRole('dialog', { name: `A link that shows ${car}` });
  await making.getByLabel('For whom').fill('Police, Nima station');
  await making.getByLabel('Hours until it ends').fill('6');
  await making.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByLabel('Send this link only to those who search for the car').inputValue();

  const phone = await browser.newPage({ baseURL: product.url, ...PHONE });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: car })).toBeVisible();
  await expect(phone.getByText('At Circle, before the filling station.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Openings of the link for Police, Nima station' })).toBeVisible();

  await page.getByRole('button', { name: 'End the search…' }).click();
  const ending = page.getByRole('dialog', { name: 'End the search for this car?' });
  await ending.getByLabel('Reason').fill('It was found in Kasoa.');
  await ending.getByRole('button', { name: 'End the search' }).click();
  await expect(page.getByText('It was found in Kasoa.').first()).toBeVisible();
  // The open page says so by itself, and so does one that is opened anew.
  await expect(phone.getByText('This link has ended or was closed.')).toBeVisible();
  const later = await browser.newPage({ baseURL: product.url, ...PHONE });
  await later.goto(link);
  await expect(later.getByText('This link has ended or was closed.')).toBeVisible();
});
