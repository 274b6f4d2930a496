import type { Browser, Page } from '@playwright/test';
import { testOnDemo } from '../../../harness/own-product.ts';
import { signIn } from '../../../harness/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../../harness/test.ts';

const test = testOnDemo();

/** The browser of a team's phone, which gives its place. */
const openPhone = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({
    ...{ baseURL, hasTouch: true, viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' },
    ...{ geolocation: { latitude: 5.56, longitude: -0.185, accuracy: 12 }, permissions: ['geolocation'] },
  });
  return context.newPage();
};

test('a team is sent by keys, answers on the first phone that opens its link, and is shown on the board @deep', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'superadmin', '/response_request');
  await page.getByRole('button', { name: 'Start a drill…' }).click();
  const starting = page.getByRole('dialog', { name: 'Start a drill?' });
  const finder = starting.getByLabel('Find the driver');
  await expect(finder, 'keys are the dialog’s once it has opened').toBeFocused();
  await finder.fill('GR 2-11');
  await page.keyboard.press('Enter');
  await expect(starting.getByText(/^GR 2-11, /)).toBeVisible();
  await starting.getByRole('button', { name: 'Start the drill' }).click();
  const record = page.getByRole('article', { name: /^SOS \d{4}-D001$/ });
  await expect(record.getByText('DRILL', { exact: true }).first()).toBeVisible();
  await expect(starting, 'keys are the dialog’s until it has gone').toBeHidden();
  await page.keyboard.press('a');
  await expect(record.getByText('Acknowledged', { exact: true })).toBeVisible();

  await page.keyboard.press('d');
  const sending = page.getByRole('dialog', { name: /: which team goes\?$/ });
  await expect(sending.getByRole('radio', { name: 'Osu' })).toBeFocused();
  await page.keyboard.press('Space');
  await sending.getByLabel('Message for the team').fill('Park at the filling station.');
  await page.keyboard.press('Control+Enter');
  await expect(record.getByText('Help is on the way', { exact: true })).toBeVisible();
  const passing = record.getByRole('status', { name: 'Link for Osu' });
  const link = await passing.getByRole('textbox').inputValue();
  const sent = record.getByRole('list', { name: /^Teams sent to / }).getByRole('listitem');
  await expect(sent).toContainText('The link is not opened yet.');

  const phone = await openPhone(browser, product.url);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: /^SOS \d{4}-D001$/ })).toBeVisible();
  await expect(phone.getByText('DRILL: this is not a real call for help.')).toBeVisible();
  await expect(phone.getByText('Park at the filling station.')).toBeVisible();
  await expect(phone.getByRole('link', { name: /^Call 0/ })).toHaveAttribute('href', /^tel:\+233/);
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await expect(passing, 'a link that a phone has is of no use to another').toBeHidden();

  await phone.getByRole('button', { name: 'Accept: we go now' }).click();
  await expect(phone.getByText('The office knows that you are on the way.')).toBeVisible();
  await expect(sent.getByText('On the way', { exact: true })).toBeVisible();

  const other = await openPhone(browser, product.url);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Open on another phone' })).toBeVisible();
  await expect(other.getByText('GR 2-11')).toHaveCount(0);

  await phone.getByLabel('Message to the office').fill('Two people, both well');
  await phone.getByRole('button', { name: 'We are on scene' }).click();
  await expect(phone.getByRole('button', { name: 'Done here…' })).toBeVisible();
  await expect(record.getByText('On scene', { exact: true }).first()).toBeVisible();
  await expect(sent).toContainText('Phone at 5.56000, -0.18500');
  const happened = record.getByRole('region', { name: 'What happened' });
  await expect(happened.getByText('Osu is on scene: Two people, both well')).toBeVisible();

  await page.keyboard.press('s');
  const ending = page.getByRole('dialog', { name: /: how did it end\?$/ });
  await ending.getByRole('radio', { name: 'Driver is safe, help was given' }).check();
  await ending.getByRole('button', { name: 'Resolve' }).click();
  await expect(record.getByText('Resolved', { exact: true })).toBeVisible();
  await expect(sent.getByText('Done', { exact: true })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Link ended' })).toBeVisible();
  await expect(phone.getByText('GR 2-11')).toHaveCount(0);
  for (const page of [phone, other]) await page.context().close();
});
