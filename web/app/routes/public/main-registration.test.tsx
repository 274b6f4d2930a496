// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import Wizard from '~/features/drivers/registration/wizard.tsx';
import { openPage, underToasts } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';

const NAME = 'banbo-registration-draft';
const VALUES = {
  ...{ persLastname: 'MENSAH', persFirstname: 'AMA', persGender: 'Female', persDOB: '1990-04-12' },
  ...{ persNationality: 'GHANAIAN', persMaritalStatus: 'Married', persIdentificationType: 'GHANA CARD' },
  ...{ persIdNumber: 'GHA-123456789-1', persDateIssued: '2020-02-29' },
  ...{ contactCarNumber: 'GR 1234-20', contactMobileNumber: '241234567', contactEmail: 'ama@example.com' },
  ...{ nkinNextOfKin: 'KOFI MENSAH', nkinMobileNumber: '53 123 4567', nkinRelationship: 'BROTHER' },
  agreeTerms: true,
};
const keepDraft = (values: object = {}, savedAt = new Date().toISOString()) =>
  localStorage.setItem(NAME, JSON.stringify({ savedAt, values: { ...VALUES, ...values } }));
const draft = () => JSON.parse(localStorage.getItem(NAME) ?? 'null');

/** The wizard at this page (from 0), with the earlier ones in the history. */
const open = async (page = 0, answers: Record<string, Answer> = {}) => {
  const served = serve({
    '/nationality': [{ nationality: 'GHANAIAN' }],
    '/identification': [
      { identification: 'GHANA CARD', number_mask: null },
      { identification: 'PASSPORT', number_mask: 'A9999999' },
    ],
    '/relationship/get_relationship': [{ relationship: 'BROTHER' }],
    ...answers,
  });
  const children = [
    { path: '/main_registration', element: <Wizard /> },
    { path: '/about', element: <h1>About</h1> },
    { path: '/main_payments', element: <h1>Payments</h1> },
  ];
  const at = (one: number) => ({ pathname: '/main_registration', state: { page: one } });
  const before = Array.from({ length: page }, (_, one) => at(one + 1));
  const opened = openPage(underToasts(Toasts, children), at(0), ...before);
  await screen.findByText(`Step ${page + 1} of 6`);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    ...opened,
    ...served,
    field,
    press: (name: string) => opened.user.click(screen.getByRole('button', { name })),
  };
};
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent).join('\n');

test('a tab left open does not bring back the draft of who has registered in another', async () => {
  keepDraft();
  const { field, router } = await open();
  expect(field('Last Name')).toHaveValue('MENSAH');
  localStorage.removeItem(NAME);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: NAME, newValue: null }));
  await waitFor(() => expect(field('Last Name')).toHaveValue(''));
  await router.navigate('/about');
  await screen.findByText('About');
  expect(draft()).toBeNull();
});

test('a draft that is only looked at keeps the time it was saved at', async () => {
  const savedAt = new Date(Date.now() - 86_400_000).toISOString();
  keepDraft({}, savedAt);
  const { router } = await open();
  expect(await screen.findByText(/Your draft is back\./)).toBeVisible();
  await router.navigate('/about');
  await screen.findByText('About');
  expect(draft().savedAt).toBe(savedAt);
});

test('each page can be corrected from the check before Submit', async () => {
  keepDraft();
  const { user, field, press } = await open(5);
  await press('Edit page 3');
  await screen.findByText('Step 3 of 6');
  await user.clear(field('Next of Kin'));
  await user.type(field('Next of Kin'), 'yaa asantewaa');
  await press('Back to the check');
  expect(await screen.findByText('Step 6 of 6')).toBeVisible();
  expect(await screen.findByText('YAA ASANTEWAA')).toBeVisible();
});

test.each([
  ['Car Number', 'car_number', 'This car number is already registered.'],
  ['ID Number', 'id_number', 'This ID number is already registered.'],
])('a repeated %s leads back to its field with the server’s message, and all stays', async (label, name, message) => {
  keepDraft();
  const issues = [{ path: `body.${name}`, message }];
  const { field, press } = await open(5, { '/drivers': () => refusal(409, message, { issues }) });
  await press('Submit');
  await waitFor(() => expect(toasts()).toContain(message));
  await waitFor(() => expect(field(label)).toHaveFocus());
  expect(field(label)).toHaveAccessibleDescription(message);
  expect(draft().values).toEqual(expect.objectContaining(VALUES));
});

test('the message of a full disk is shown and everything stays as typed', async () => {
  keepDraft();
  const message = 'The server’s disk is full, so nothing was saved. Please try again later.';
  const { press } = await open(5, { '/drivers': () => refusal(503, message, { code: 'storage_full' }) });
  await press('Submit');
  await waitFor(() => expect(toasts()).toContain(message));
  expect(await screen.findByText(/Nothing is lost\./)).toBeVisible();
  expect(await screen.findByText('KOFI MENSAH')).toBeVisible();
});

test('a draft that is older than a rule stays usable: Submit leads to what is wrong, and the rest stays', async () => {
  keepDraft({ persIdNumber: 'GHA-1' });
  const { user, field, press, router, calls } = await open(5);
  await press('Submit');
  await waitFor(() => expect(toasts()).toContain('like GHA-712345678-9'));
  expect(await screen.findByText('Step 1 of 6')).toBeVisible();
  await waitFor(() => expect(field('ID Number')).toHaveFocus());
  await user.clear(field('ID Number'));
  await user.type(field('ID Number'), 'gha 123456789 1');
  fireEvent.change(field('Date Issued'), { target: { value: '2004-05-05' } });
  expect(await screen.findByText(/^This document has expired\./)).toBeVisible();
  expect(calls.filter(({ path }) => path === '/drivers')).toEqual([]);
  await router.navigate(1);
  expect(await screen.findByText('Step 2 of 6')).toBeVisible();
  expect(field('Car Number')).toHaveValue('GR 1234-20');
});

test('the number of a type with a form says the form, and another number is told of when the field is left', async () => {
  keepDraft({ persIdentificationType: 'PASSPORT', persIdNumber: 'G123' });
  const { user, field } = await open();
  await waitFor(() => expect(field('ID Number')).toHaveAccessibleDescription('A9999999: 9 is a digit, A a letter'));
  await user.click(field('ID Number'));
  await user.tab();
  await waitFor(() =>
    expect(field('ID Number')).toHaveAccessibleDescription(
      'The ID number of this type has the form A9999999, with a digit for each 9 and a letter for each A.',
    ),
  );
  await user.type(field('ID Number'), '4567');
  await user.tab();
  await waitFor(() => expect(field('ID Number')).toHaveAccessibleDescription('A9999999: 9 is a digit, A a letter'));
  expect(field('ID Number')).not.toBeInvalid();
});
