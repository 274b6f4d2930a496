// @vitest-environment happy-dom
import type { MergePreview } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER, DUPLICATE } from '../../../../test/dom/drivers.ts';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('merge_driver/:id');

const PREVIEW: MergePreview = {
  duplicate: DUPLICATE,
  kept: DRIVER,
  moves: {
    cleared: { count: 2, amount: '500.00' },
    waiting: { count: 1, amount: '300.00' },
    ended: { count: 0, amount: '0.00' },
    credit: '50.00',
  },
  lost: { count: 0, amount: '0.00', pays: '0.00' },
  paid_twice: [],
  credit_after: { pays: [], left: '50.00', is_held: false },
  common: ['name', 'date of birth'],
  obstacles: [],
};
const OBSTACLE = 'These are two cars of one person, each with its own cover. Remove the one that is gone.';

const open = (address: string, preview: Answer = PREVIEW, more: Record<string, Answer> = {}) => {
  signInAs('SystemAdmin');
  const served = serve({
    '/drivers/9': DUPLICATE,
    '/drivers/9/merge': (call) =>
      'into' in call.body
        ? Response.json({ status: true, message: 'DRV000002C was merged into DRV000001B.' })
        : typeof preview === 'function'
          ? preview(call)
          : Response.json(preview),
    ...more,
  });
  const pages = ['merge_driver/:id', { path: '/view_driver/:id', element: <p>The record</p> }];
  return { ...openOfficePage(pages, address), ...served };
};

test('the other record is found, and stands in the address', async () => {
  const found = { status: true, message: 'One driver found.', driver: [DRIVER] };
  const { user, router } = open('/merge_driver/9', PREVIEW, { '/drivers/general_search': found });
  await user.type(await screen.findByLabelText('The other record of this driver'), 'DRV000001B');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(router.state.location.search).toBe('?into=7'));
});

test('a record is not merged into itself, which its field says, with what was typed', async () => {
  const found = { status: true, message: 'One driver found.', driver: [{ ...DRIVER, id: '9' }] };
  const { user, router, calls } = open('/merge_driver/9?into=9', PREVIEW, { '/drivers/general_search': found });
  const field = await screen.findByLabelText('The other record of this driver');
  await user.type(field, 'DRV000001B{Enter}');
  expect(await screen.findByText('That is this record. Please find the other one.')).toBeVisible();
  expect(field).toHaveValue('DRV000001B');
  expect(router.state.location.search).toBe('?into=9');
  expect(calls.filter(({ path }) => path === '/drivers/9/merge')).toEqual([]);
  await user.type(field, '2');
  expect(screen.queryByText(/^That is this record/)).toBeNull();
});

test('both records stand beside each other, with what differs and what moves, before anything is done', async () => {
  const { calls } = open('/merge_driver/9?into=7');
  const table = within(await screen.findByRole('table', { name: 'The two records' }));
  expect(table.getByRole('row', { name: /^Car number\s*, differs GR 7-20 GR 1-20$/ })).toBeVisible();
  expect(table.getByRole('row', { name: /^Full name Ama Mensah Ama Mensah$/ })).toBeVisible();
  const moves = within(screen.getByRole('region', { name: 'Moves from DRV000002C to DRV000001B' }));
  expect(moves.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 cleared payments, GHS 500.00',
    '1 claim that waits to be cleared, GHS 300.00',
    'Credit of GHS 50.00',
  ]);
  expect(calls.filter(({ body }) => 'into' in body)).toEqual([]);
});

test('it is done after a question that says for how long it can be taken back, and for a reason', async () => {
  const { user, calls } = open('/merge_driver/9?into=7');
  await user.click(await screen.findByRole('button', { name: 'Merge into DRV000001B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge DRV000002C into DRV000001B?' }));
  expect(dialog.getByText(/For a day you can take the merge back: DRV000001B leads to it\./)).toBeVisible();
  expect(dialog.queryByLabelText(/Why are they one person/)).toBeNull();
  await user.type(dialog.getByLabelText(/Reason/), 'Registered twice.');
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('The record')).toBeVisible();
  await screen.findByText('DRV000002C was merged into DRV000001B.');
  expect(calls.map(({ body }) => body).filter((body) => 'into' in body)).toEqual([
    { into: '7', reason: 'Registered twice.' },
  ]);
});

test('two with nothing in common are said to be so, and merged only with a sentence on why they are one person', async () => {
  const { user, calls } = open('/merge_driver/9?into=7', { ...PREVIEW, common: [] });
  expect(await screen.findByRole('note')).toHaveTextContent('These two have nothing in common: they share no name,');
  await user.click(screen.getByRole('button', { name: 'Merge into DRV000001B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge DRV000002C into DRV000001B?' }));
  await user.type(dialog.getByLabelText(/Reason/), 'Registered twice.');
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  const why = dialog.getByLabelText(/Why are they one person/);
  expect(why).toHaveAccessibleDescription(/Please say in a sentence why they are one person\./);
  const same_person = 'He changed his name in court and showed both cards.';
  await user.type(why, same_person);
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('The record')).toBeVisible();
  expect(calls.map(({ body }) => body).filter((body) => 'into' in body)).toEqual([
    { into: '7', reason: 'Registered twice.', same_person },
  ]);
});

const MONTH = { payment_type: 'SS', description: 'MONTHLY SUBSCRIPTION', payment_year: 2026 };
const PAID_TWICE: MergePreview = {
  ...PREVIEW,
  paid_twice: [
    {
      ...{ ...MONTH, payment_type: 'RF', description: 'REGISTRATION FEE', payment_year: null, payment_month: null },
      ...{ amount: '200.00', driver_code: 'DRV000002C', transaction_id: '68571110001' },
    },
    { ...MONTH, payment_month: 'MAY', amount: '300.00', driver_code: 'DRV000001B', transaction_id: null },
  ],
  credit_after: {
    pays: [{ ...MONTH, payment_month: 'JUNE', amount: '300.00', waived: '0.00' }],
    left: '250.00',
    is_held: false,
  },
};

test('fees that both have paid stand with their money, what it pays then, and who approves it', async () => {
  const { user, router } = open('/merge_driver/9?into=7', PAID_TWICE);
  const table = within(await screen.findByRole('table', { name: 'Both have paid 2 fees: GHS 500.00 becomes credit' }));
  expect(table.getByRole('row', { name: 'Registration fee DRV000002C, 68571110001 GHS 200.00' })).toBeVisible();
  expect(
    table.getByRole('row', { name: 'Monthly subscription, May 2026 DRV000001B, from its credit GHS 300.00' }),
  ).toBeVisible();
  expect(
    screen.getByText(/The credit pays Monthly subscription, Jun 2026 \(GHS 300.00\) at once\. GHS 250\.00 of credit/),
  ).toBeVisible();
  expect(screen.getByText('Somebody else approves this merge.').parentElement).toHaveTextContent(
    'You ask for it, since a payment becomes credit. Until then nothing changes.',
  );
  await user.click(screen.getByRole('button', { name: 'Ask to merge into DRV000001B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge DRV000002C into DRV000001B?' }));
  await user.type(dialog.getByLabelText(/Reason/), 'Registered twice.');
  await user.click(dialog.getByRole('button', { name: 'Ask for the merge' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/view_driver/9'));
});

test('a month that credit had paid needs nobody else', async () => {
  open('/merge_driver/9?into=7', { ...PAID_TWICE, paid_twice: PAID_TWICE.paid_twice.slice(1) });
  expect(await screen.findByRole('button', { name: 'Merge into DRV000001B' })).toBeEnabled();
  expect(screen.queryByText('Somebody else approves this merge.')).toBeNull();
});

test('debts that nobody would owe any more are said before, and lead back to the duplicate, whose merge waits', async () => {
  const { user, router } = open('/merge_driver/9?into=7', {
    ...PREVIEW,
    lost: { count: 3, amount: '2000.00', pays: '0.00' },
  });
  expect(await screen.findByText('GHS 2,000.00 would not be owed any more: 3 fees of DRV000002C.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask to merge into DRV000001B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge DRV000002C into DRV000001B?' }));
  await user.type(dialog.getByLabelText(/Reason/), 'Registered twice.');
  await user.click(dialog.getByRole('button', { name: 'Ask for the merge' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/view_driver/9'));
});

test('what stops it is said, and the button is shut', async () => {
  open('/merge_driver/9?into=7', { ...PREVIEW, obstacles: [OBSTACLE] });
  expect(await screen.findByRole('alert')).toHaveTextContent(OBSTACLE);
  expect(screen.getByRole('button', { name: 'Merge into DRV000001B' })).toBeDisabled();
});

test('two records that cannot be merged say why, with the ways on', async () => {
  open('/merge_driver/9?into=7', () => refusal(409, 'DRV000001B was removed.', { code: 'conflict' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('DRV000001B was removed.');
  expect(screen.getByRole('link', { name: 'Keep the other one' })).toHaveAttribute('href', '/merge_driver/7?into=9');
});
