// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { yearPrices } from '~/components/site/site-info.ts';
import Toasts from '~/components/toasts.tsx';
import Wizard from '~/features/drivers/registration/wizard.tsx';
import { toast } from '~/lib/toast.ts';
import { openPage, underToasts } from '../../../test/dom/open-page.tsx';
import { type Answer, hold, refusal, serve } from '../../../test/dom/served.ts';

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

/** The wizard at this page (from 0), with the earlier ones in the history, and with a plan. */
const open = async (page = 0, answers: Record<string, Answer> = {}, plan = '') => {
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
  const at = (one: number) => ({
    pathname: '/main_registration',
    search: plan && `?plan=${plan}`,
    state: { page: one },
  });
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
  // Not the first field of its page.
  ['Mobile Number', 'mobile_number', 'This mobile number is already registered.'],
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

test('a field names what is wrong with it when it is left, and falls silent when it is mended', async () => {
  const { user, field } = await open();
  const missing = 'Please enter the name. One of the two is enough.';
  await user.click(field('First Name'));
  await user.tab();
  await waitFor(() => expect(field('First Name')).toHaveAccessibleDescription(missing));
  expect(field('First Name')).toBeInvalid();
  await user.type(field('Last Name'), 'Addo');
  expect(screen.queryByText(missing)).toBeNull();
  fireEvent.change(field('Date of Birth'), { target: { value: '01/01/2090' } });
  fireEvent.blur(field('Date of Birth'));
  expect(await screen.findByText('The date of birth must be a past day.')).toBeVisible();
});

test.each(['251234567', '0251234567', '+233 25 123 4567'])('the country code is fixed: %s loses it', async (typed) => {
  keepDraft();
  const { user } = await open(1);
  const mobile = screen.getByRole('textbox', { name: 'Mobile Number' });
  await user.clear(mobile);
  await user.type(mobile, typed);
  await user.tab();
  await waitFor(() => expect(mobile).toHaveValue('25 123 4567'));
  expect(screen.getAllByText('+233')[0]).toBeVisible();
});

test('two photos dropped at once are refused, in a toast and at the field', async () => {
  const message = 'Only 1 images can be uploaded at a time';
  await open();
  const files = ['a.jpg', 'b.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }));
  fireEvent.drop(screen.getByRole('group', { name: /^Photo/ }), { dataTransfer: { files } });
  await waitFor(() => expect(toasts()).toContain(message));
  expect(screen.getByRole('group', { name: /^Photo/ }).querySelector('[role=alert]')).toHaveTextContent(message);
  expect(screen.queryByAltText('The chosen portrait')).toBeNull();
});

test('a photo that the server cannot read leads back to the photo, and is listed above', async () => {
  keepDraft();
  const message = 'The photo could not be read. Please choose another one.';
  const issues = [{ path: 'body.file', message }];
  const { press } = await open(5, { '/drivers': () => refusal(415, message, { issues }) });
  await press('Submit');
  await waitFor(() => expect(toasts()).toContain(message));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus());
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts).toEqual(expect.arrayContaining([`One field needs your attentionPhoto: ${message}`, message]));
});

test('Back and Previous go one page back, and nothing is lost', async () => {
  keepDraft({ nkinNextOfKin: '' });
  const { user, router, field, press } = await open(2);
  await user.type(field('Next of Kin'), 'kofi');
  await router.navigate(-1);
  await screen.findByText('Step 2 of 6');
  expect(field('Car Number')).toHaveValue('GR 1234-20');
  await press('Previous');
  await screen.findByText('Step 1 of 6');
  expect(field('Last Name')).toHaveValue('MENSAH');
  for (const step of [2, 3]) {
    await press('Next');
    await screen.findByText(`Step ${step} of 6`);
  }
  expect(field('Next of Kin')).toHaveValue('KOFI');
});

test('a draft says that it is back, and is cleared for good', async () => {
  keepDraft();
  const { field, press } = await open();
  expect(await screen.findByText(/Your draft is back\./)).toBeVisible();
  await press('Clear the draft');
  expect(field('Last Name')).toHaveValue('');
  cleanup();
  const again = await open();
  expect(again.field('Last Name')).toHaveValue('');
  expect(screen.queryByText(/Your draft is back\./)).toBeNull();
});

test('the first plan has the price list’s price, and a plan stays with its draft', async () => {
  yearPrices.current = [{ type_code: 'SS', plan: 'monthly', amount: '350.00' }] as typeof yearPrices.current;
  const plan = 'Plan asked for: Monthly Subscription, GHS 350.00 a month';
  const text = () => document.querySelector('.notice p')?.textContent;
  const { user, field } = await open(0, {}, 'monthly');
  await waitFor(() => expect(text()).toBe(plan));
  await user.type(field('Last Name'), 'mensah');
  await waitFor(() => expect(draft()?.values.persLastname).toBe('MENSAH'));
  cleanup();
  await open();
  await waitFor(() => expect(text()).toBe(plan));
});

test('a plan is changed or dropped in the wizard, and its address does not bring the old one back', async () => {
  const { user, router, field } = await open(0, {}, 'platinum');
  await waitFor(() => expect(field('Plan')).toHaveValue('platinum'));
  await user.type(field('Last Name'), 'mensah');
  await user.selectOptions(field('Plan'), 'standard');
  expect(screen.getByText('Standard').closest('p')).toHaveTextContent('Plan asked for: Standard, GHS 800.00 a month');
  expect(router.state.location.search).toBe('');
  await user.selectOptions(field('Plan'), '');
  expect(screen.getByText(/^No plan chosen yet: GHS 300\.00 a month/)).toBeVisible();
  await waitFor(() => expect(draft()?.values).toMatchObject({ persLastname: 'MENSAH', plan: '' }));
});

test('an impatient double-click on Submit sends once', async () => {
  keepDraft();
  const { answer } = hold();
  const { user, calls } = await open(5, { '/drivers': answer });
  await user.dblClick(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('button', { name: 'Sending…' })).toBeDisabled();
  await waitFor(() => expect(calls.filter(({ path }) => path === '/drivers')).toHaveLength(1));
});

test('a registration that is received says so for 20 seconds, a refusal says why for 5', async () => {
  keepDraft();
  const refused = vi.spyOn(toast, 'error');
  const received = vi.spyOn(toast, 'success');
  const message = 'This car number is already registered.';
  const { answers, press } = await open(5, { '/drivers': () => refusal(409, message) });
  await press('Submit');
  await waitFor(() => expect(refused).toHaveBeenCalledExactlyOnceWith(message, { duration: 5_000 }));
  answers['/drivers'] = { status: true, message: 'You are registered.', driver: {} };
  await press('Submit');
  await waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith('You are registered.', { duration: 20_000 }));
  expect(await screen.findByRole('heading', { name: 'Payments' })).toBeVisible();
});
