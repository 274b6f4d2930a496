// @vitest-environment happy-dom
import { paymentList, type StaffRole } from '@banbo/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import toast from 'react-hot-toast';
import { expect, test, vi } from 'vitest';
import { useTypeFilter } from '~/components/payments/type-filter.ts';
import { useCurrentPrices } from '~/lib/api/payment-types.ts';
import { REGISTRATION_TYPE } from '../../../../test/builders/payment-type.ts';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, hold, refusal, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

const TOWING = {
  ...REGISTRATION_TYPE,
  id: '9',
  type_code: 'TOW',
  description: 'TOWING',
  period: 'any',
  required_type: 'RF',
};

holdToday();

/** A screen that filters by types, in the office's frame. */
function TypeFilter() {
  useCurrentPrices();
  const filter = useTypeFilter({ side: 'drivers', schema: paymentList.filters.payment_type.schema });
  return filter.choices?.map(({ value, label }) => <p key={value}>{label}</p>);
}

const PAGES = [
  'payment_types',
  'add_payment_type',
  'edit_payment_type/:id',
  'view_payment_type',
  'view_payment_type/:id',
  { path: '/filter', element: <TypeFilter /> },
];

await fetchPages(...PAGES.filter((page) => typeof page === 'string'));

const isChange = ({ body }: ServedCall) => Object.keys(body).length > 0;
const list = (rows: object[]) => () => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (path: string, answers: Record<string, Answer> = {}, role: StaffRole = 'SuperUser') => {
  signInAs(role);
  const served = serve({ '/payment_types': list([REGISTRATION_TYPE, TOWING]), '/payment_types/9': TOWING, ...answers });
  const opened = openOfficePage(PAGES, path);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const isAt = (address: string) =>
    waitFor(() => expect(opened.router.state.location.pathname + opened.router.state.location.search).toBe(address));
  return { ...opened, ...served, field, isAt, sent: () => served.calls.filter(isChange) };
};

const expectToast = (text: string) =>
  waitFor(() => expect([...document.querySelectorAll('.toast')].map((one) => one.textContent)).toContain(text));

test('the list shows every rule in words, and each row leads to its type', async () => {
  open('/payment_types');
  const row = within((await screen.findByText('TOW')).closest('tr') as HTMLElement);
  for (const text of ['TOW', 'Drivers', 'Any number of times', 'RF', '1 Jan 2024']) {
    expect(row.getByText(text)).toBeVisible();
  }
  // Neither priced by plan nor paid for the tracker.
  expect(row.getAllByText('No')).toHaveLength(2);
  expect(row.getByRole('link', { name: 'View TOWING' })).toHaveAttribute('href', '/view_payment_type/9');
  expect(row.getByRole('link', { name: 'Edit TOWING' })).toHaveAttribute('href', '/edit_payment_type/9');
  expect(screen.getByRole('link', { name: 'Add payment type' })).toHaveAttribute('href', '/add_payment_type');
});

test('a type in use is not deleted, and the person is told by what', async () => {
  const told = 'TOWING is used by 2 yearly prices and 1 payment.';
  const { user } = open('/payment_types', { '/payment_types/9': () => refusal(409, told) });
  await user.click(await screen.findByRole('button', { name: 'Delete TOWING' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await expectToast(told);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['Sales & Regularization', 'CC1000'],
  ['ground rent', 'CC2000'],
  ['CUSTOMARY DRINK', 'CC3000'],
  ['digging fee', 'CC4000'],
  ['Forms', 'CC5000'],
  ['Site Plan', 'CC6000'],
])('typing the description %j fills in the code %s', async (description, code) => {
  const { user, field } = open('/add_payment_type');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SETUP - Payment Types');
  await user.type(field('Description'), description);
  expect(field('Payment Code')).toHaveValue(code);
  expect(field('Side')).toHaveValue('land');
  await user.type(field('Description'), 'X');
  expect(field('Payment Code')).toHaveValue('');
});

test('a code that was typed stays whatever the description becomes', async () => {
  const { user, field } = open('/add_payment_type');
  await user.type(field('Payment Code'), 'RENT');
  await user.type(field('Description'), 'Ground fee');
  expect(field('Payment Code')).toHaveValue('RENT');
});

test('a new type says all its rules, is sent in uppercase, and leads back to the list', async () => {
  const added = () => Response.json({ status: true, message: 'TOWING was added.', entry: TOWING }, { status: 201 });
  const { user, field, isAt, sent } = open('/add_payment_type', {
    '/payment_types': (call) => (isChange(call) ? added() : list([REGISTRATION_TYPE])()),
  });
  await user.type(field('Payment Code'), 'tow');
  await user.type(field('Description'), 'Towing');
  await user.selectOptions(field('Side'), 'drivers');
  await waitFor(() => expect(screen.getByRole('option', { name: 'REGISTRATION FEE' })).toBeInTheDocument());
  await user.selectOptions(field('Requires'), 'RF');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await isAt('/payment_types');
  await expectToast('TOWING was added.');
  expect(sent().map(({ body }) => body)).toEqual([
    {
      type_code: 'TOW',
      description: 'TOWING',
      side: 'drivers',
      period: 'any',
      required_type: 'RF',
      due_from: '2026-11-20',
      by_plan: false,
      for_device: false,
    },
  ]);
});

test('an empty form is refused at its fields and sends nothing', async () => {
  const { user, field, sent } = open('/add_payment_type');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Please enter the description.')).toBeVisible();
  expect(screen.getByText('The payment code has two to ten letters or digits.')).toBeVisible();
  expect(screen.getByText('Please choose the side.')).toBeVisible();
  await waitFor(() => expect(field('Payment Code')).toHaveFocus());
  expect(sent()).toEqual([]);
});

test('a code that is taken is told at its field, and what was typed stays', async () => {
  const message = 'RF is already in the list.';
  const taken = () => refusal(409, message, { code: 'conflict', issues: [{ path: 'body.type_code', message }] });
  const { user, field } = open('/add_payment_type', {
    '/payment_types': (call) => (isChange(call) ? taken() : list([REGISTRATION_TYPE])()),
  });
  await user.type(field('Payment Code'), 'RF');
  await user.type(field('Description'), 'Fee');
  await user.selectOptions(field('Side'), 'drivers');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('Description')).toHaveValue('Fee');
});

test('editing shows the code read-only, needs a description, says ten seconds long that it is saved, and goes back', async () => {
  const { user, field, isAt, sent } = open('/edit_payment_type/9', {
    '/payment_types/9': (call) =>
      Response.json(isChange(call) ? { status: true, message: 'The changes are saved.', entry: TOWING } : TOWING),
  });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Edit Payment Type');
  expect(field('Payment Code')).toHaveAttribute('readonly');
  await user.clear(field('Description'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Please enter the description.')).toBeVisible();
  await user.type(field('Description'), 'Towing service');
  const success = vi.spyOn(toast, 'success');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await isAt('/payment_types');
  await waitFor(() => expect(success).toHaveBeenCalledWith('The changes are saved.', { duration: 10_000 }));
  expect(sent().map(({ body }) => body)).toMatchObject([{ description: 'TOWING SERVICE', required_type: 'RF' }]);
  expect(sent()[0]?.body).not.toHaveProperty('type_code');
});

test('a type that is changed is at once what the other screens of the office offer, here and where somebody else works', async () => {
  let description = 'TOWING';
  let say: (event: string) => void = () => {};
  const live = () =>
    new ReadableStream<Uint8Array>({
      start: (out) => {
        say = (event) => out.enqueue(new TextEncoder().encode(event));
      },
    });
  const { user, field, isAt, router } = open('/filter', {
    '/live': () => new Response(live()),
    '/payment_types': () => list([{ ...TOWING, description }])(),
    '/payment_types/9': (call) => {
      if (isChange(call)) description = String(call.body.description);
      return Response.json(isChange(call) ? { status: true, message: 'Saved.', entry: TOWING } : TOWING);
    },
  });
  expect(await screen.findByText('TOWING')).toBeVisible();
  await act(() => router.navigate('/edit_payment_type/9'));
  await screen.findByRole('button', { name: 'Update' });
  await user.clear(field('Description'));
  await user.type(field('Description'), 'Towing service');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await isAt('/payment_types');
  await act(() => router.navigate('/filter'));
  expect(await screen.findByText('TOWING SERVICE')).toBeVisible();

  description = 'TOWING BY NIGHT';
  say('event: changed\nid: 8-2\ndata: {"topics":["prices"]}\n\n');
  expect(await screen.findByText('TOWING BY NIGHT')).toBeVisible();
});

test('Cancel of an edit that was opened by its address leads to the list', async () => {
  const { user, isAt } = open('/edit_payment_type/9');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await isAt('/payment_types');
});

test('a type shows ‘Loading Payment Type...’ until it comes, and an error stands in place of the form', async () => {
  const held = hold();
  open('/edit_payment_type/9', { '/payment_types/9': held.answer });
  expect(await screen.findByText('Loading Payment Type...')).toBeVisible();
  held.give(refusal(404, 'There is no such payment type.'));
  expect(await screen.findByText('There is no such payment type.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See all payment types' })).toHaveAttribute('href', '/payment_types');
});

test('viewing shows code and description, and Cancel leads to the list', async () => {
  const { user, isAt } = open('/view_payment_type/9');
  expect(await screen.findByText('TOW')).toBeVisible();
  expect(screen.getByText('TOWING')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await isAt('/payment_types');
});

test('a due day that waits for another person is told on its type, with the way to it', async () => {
  const waiting = { id: '12', kind: 'types.change', subject_id: '9', subject: 'TOWING', changes: [] };
  open('/view_payment_type/9', { '/approvals': list([waiting]) }, 'SuperAdmin');
  expect(await screen.findByText(/^Due day of a payment type waits for another person/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/approvals/12');
});

test('viewing none says to select one', () => {
  open('/view_payment_type');
  expect(screen.getByText('Select payment type')).toBeVisible();
});

test('those who may not set prices see no way to change a type', async () => {
  open('/payment_types', {}, 'Accounts');
  expect(await screen.findByRole('link', { name: 'View TOWING' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^(Edit|Add)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});
