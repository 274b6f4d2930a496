import { randomUUID } from 'node:crypto';
import { expiryOf, type PaymentSubmission } from '@banbo/contract';
import type { Page } from '@playwright/test';
import { test as base, expect } from './test.ts';

const octet = (): number => 1 + Math.floor(Math.random() * 250);
/** An address that no other visitor of the run is likely to have. */
export const anAddress = (): string => `10.${octet()}.${octet()}.${octet()}`;

/** `test` for a visitor with an address of their own, so that no test meets another's limits. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': anAddress() }),
});

const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');

/** A person who is unique in the run. */
export const somebody = () => ({
  car: `GR ${digits(4)}-${digits(2)}`,
  mobile: `24${digits(7)}`,
  idNumber: `GHA-${digits(9)}-1`,
  transaction: digits(11),
});
export type Somebody = ReturnType<typeof somebody>;

/** A photo as a camera makes it: a JPEG of so many pixels that no compression makes it small. */
export const photograph = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const encoded = await page.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      const pixels = context?.createImageData(width, height);
      if (!context || !pixels) throw new Error('no canvas');
      for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 255;
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [width, height] as const,
  );
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
};

export const next = (page: Page) => page.getByRole('button', { name: 'Next' });
export const previous = (page: Page) => page.getByRole('button', { name: 'Previous' });
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });
export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first();
/** A toast, as distinct from the message at the field. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text });

/** Fills the first page, without the photo. */
export const fillPersonal = async (page: Page, { idNumber }: Somebody): Promise<void> => {
  await page.getByLabel('Last Name').fill('mensah');
  await page.getByLabel('First Name').fill('ama');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Date of Birth').fill('12/04/1990');
  await page.getByLabel('Nationality').fill('ghanaian');
  await page.getByRole('option', { name: 'ghanaian' }).click();
  await page.getByLabel('Marital Status').selectOption('Married');
  await page.getByLabel('Identification Type').fill('ghana card');
  await page.getByRole('option', { name: 'ghana card' }).click();
  await page.getByLabel('ID Number').fill(idNumber);
  await page.getByLabel('Date Issued').fill('29/02/2020');
};

export const fillContact = async (page: Page, { car, mobile }: Somebody): Promise<void> => {
  await page.getByLabel('Car Number').fill(car);
  await page.getByRole('textbox', { name: 'Mobile Number', exact: true }).fill(mobile);
  await page.getByLabel('Email').fill('ama@example.com');
};

export const fillKin = async (page: Page): Promise<void> => {
  await page.getByLabel('Next of Kin').fill('kofi mensah');
  await page.getByLabel('Mobile Number').fill('053 123 4567');
  await page.getByLabel('Relationship').fill('brother');
  await page.getByRole('option', { name: 'brother' }).click();
};

/** Fills all required fields and stops at the last page, before Submit. */
export const fillRegistration = async (page: Page, who: Somebody): Promise<void> => {
  await fillPersonal(page, who);
  await next(page).click();
  await fillContact(page, who);
  await next(page).click();
  await fillKin(page);
  await next(page).click();
  await next(page).click();
  await next(page).click();
};

/** Headers of a call by our own page, or on behalf of a visitor at another address. */
const headersOf = (address?: string): Record<string, string> => ({
  'x-requested-with': 'banbo',
  'idempotency-key': randomUUID(),
  ...(address && { 'x-forwarded-for': address }),
});

/**
 * Registers a driver by the wizard's call, without the wizard, and gives the driver code and the
 * code for a password. The browser stores nothing of it.
 */
export const enrol = async (
  page: Page,
  who: Somebody,
  address?: string,
  names: { first_name?: string; last_name?: string } = {},
): Promise<{ code: string; setup: string }> => {
  const multipart = {
    ...{ last_name: 'MENSAH', first_name: 'AMA', gender: 'Female', date_of_birth: '1990-04-12' },
    ...{ nationality: 'GHANAIAN', marital_status: 'Married', email: 'ama@example.com' },
    ...{ identification_type: 'GHANA CARD', id_number: who.idNumber },
    ...{ date_issued: '2020-02-29', expiry_date: expiryOf('2020-02-29') },
    ...{ car_number: who.car, mobile_number: `0${who.mobile}`, ...names },
    ...{ next_of_kin: 'KOFI MENSAH', kin_mobile_number: '0531234567', kin_relationship: 'BROTHER' },
  };
  const answer = await page.request.post('/api/drivers', { multipart, headers: headersOf(address) });
  expect(answer.status(), await answer.text()).toBe(201);
  const { driver, setup_code } = await answer.json();
  return { code: driver.driver_code, setup: setup_code };
};

/** As `enrol`, and gives the driver code alone. */
export const registerWithoutPage = async (page: Page, who: Somebody): Promise<string> => (await enrol(page, who)).code;

/** Claims a payment as the payment form would have sent it, and gives the status of the answer. */
export const claimWithoutPage = async (page: Page, claim: PaymentSubmission, address?: string): Promise<number> =>
  (await page.request.post('/api/payments', { data: claim, headers: headersOf(address) })).status();

/** Opens the wizard with a draft of all its fields, for journeys about the steps after typing. */
export const openDraft = async (page: Page, who: Somebody): Promise<void> => {
  // A page of ours that runs nothing, unless one is open already.
  if (!page.url().startsWith('http')) await page.goto('/favicon.svg');
  const values = {
    ...{ persLastname: 'MENSAH', persFirstname: 'AMA', persGender: 'Female', persDOB: '1990-04-12' },
    ...{ persNationality: 'GHANAIAN', persMaritalStatus: 'Married', persIdentificationType: 'GHANA CARD' },
    ...{ persIdNumber: who.idNumber, persDateIssued: '2020-02-29' },
    ...{ contactCarNumber: who.car, contactMobileNumber: who.mobile, contactEmail: 'ama@example.com' },
    ...{ nkinNextOfKin: 'KOFI MENSAH', nkinMobileNumber: '53 123 4567', nkinRelationship: 'BROTHER' },
  };
  await page.evaluate(
    (values) => {
      const draft = { savedAt: new Date().toISOString(), values };
      localStorage.setItem('banbo-registration-draft', JSON.stringify(draft));
    },
    { ...values, agreeTerms: true },
  );
  await page.goto('/main_registration');
  await expect(page.getByLabel('Last Name')).toHaveValue(values.persLastname);
};

/** Goes from the first page of the wizard, all filled, to the last one, before Submit. */
export const goToCheck = async (page: Page): Promise<void> => {
  for (let step = 1; step < 6; step += 1) {
    await expect(page.getByText(`Step ${step} of 6`)).toBeVisible();
    await next(page).click();
  }
  await expect(page.getByText('Step 6 of 6')).toBeVisible();
};

/** Registers a driver through the wizard and gives the driver code. */
export const register = async (page: Page, who: Somebody): Promise<string> => {
  await openDraft(page, who);
  await goToCheck(page);
  await submit(page).click();
  const code = page.getByRole('region', { name: 'You are registered' }).getByText(/^DRV\d{6}\w$/);
  return (await code.textContent()) ?? '';
};
