// @vitest-environment happy-dom
import type { Arrears } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('arrears', 'reminders');

const ROW: Arrears = {
  id: '7',
  driver_code: 'DRV000001B',
  fullname: 'AMA MENSAH',
  car_number: 'GR 1-20',
  mobile_number: '+233240000001',
  age: 'two',
  months: 2,
  oldest_month: '2026-09',
  months_amount: '600.00',
  other_amount: '0.00',
  total: '600.00',
  waiting: '10.00',
  credit: '50.00',
};
const REMINDER = {
  driver_id: '7',
  driver_code: 'DRV000001B',
  fullname: 'AMA MENSAH',
  mobile_number: '+233240000001',
  text: 'Banbo: GHS 600.00 is due.',
  parts: 1,
};
const PREVIEW = {
  reminders: [REMINDER],
  recipients: 1,
  parts: 1,
  cost: '0.04',
  left_out: { claim_waits: 2, reminded: 3, held: 0, other: 1 },
  has_more: false,
  texting: 'sent',
};

const open = (address: string, answers: Record<string, Answer>) => {
  const children = ['arrears', 'reminders'];
  return { ...serve(answers), ...openOfficePage(children, address) };
};

test('the list shows what each driver owes, with the sum of all, and leads staff to reminders of its age', async () => {
  signInAs('SuperUser');
  const headers = { 'x-total-count': '1', 'x-total-amount': '600.00', 'x-waiting-amount': '10.00' };
  open('/arrears?age=two', { '/arrears': () => Response.json([ROW], { headers }) });
  const row = (await screen.findByText('Ama Mensah')).closest('tr') as HTMLElement;
  for (const text of ['Sep 2026', '024 000 0001', '50.00', '10.00']) expect(within(row).getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ama Mensah' })).toHaveAttribute('href', '/view_driver/7');
  expect(screen.getByText('TOTAL DUE').closest('tr')).toHaveTextContent('600.00');
  expect(screen.getByRole('link', { name: 'Remind by text' })).toHaveAttribute('href', '/reminders?age=two');
});

test('Back from a record focuses the row that was followed to it', async () => {
  signInAs('SuperUser');
  const children = ['arrears', { path: '/view_driver/:id', element: <p>The record</p> }];
  const rows = [ROW, { ...ROW, id: '8', fullname: 'KOFI OWUSU' }];
  serve({ '/arrears': () => Response.json(rows, { headers: { 'x-total-count': '2' } }) });
  const { user, router } = openOfficePage(children, '/arrears');
  await screen.findByRole('link', { name: 'Kofi Owusu' });
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Kofi Owusu' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The record')).toBeVisible();
  await router.navigate(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Kofi Owusu' })).toHaveFocus());
});

test('debts of imported lists that are not reminded yet open above the arrears, with the action', async () => {
  signInAs('SuperUser');
  const list = {
    ...{ id: '4', file_name: 'Members.csv', uploaded_by: 'ama.mensah', uploaded_at: '2026-11-20T10:00:00Z' },
    ...{ drivers: 95, amount: '1612000.00', credited: 2, credit: '350.00', approval_id: null },
  };
  const { user, calls, answers } = open('/arrears', {
    '/arrears': () => Response.json([ROW], { headers: { 'x-total-count': '1' } }),
    '/held_debts': { lists: [list] },
    '/held_debts/4/release': { status: true, message: 'This waits for approval by somebody else: Members.csv.' },
  });
  await user.click(await screen.findByRole('button', { name: '1 imported list waits' }));
  expect(await screen.findByText(/^Imported lists that wait for release: nobody is reminded/)).toBeVisible();
  expect(
    screen.getByText(/sent .* by ama.mensah: 95 drivers owe GHS 1,612,000.00, 2 drivers have GHS 350.00 of credit/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Release' }));
  const question = await screen.findByRole('dialog');
  answers['/held_debts'] = { lists: [{ ...list, approval_id: '12' }] };
  await user.click(within(question).getByRole('button', { name: 'Release' }));
  const waits = await screen.findByRole('link', { name: 'Waits for approval by another person' });
  expect(waits).toHaveAttribute('href', '/approvals/12');
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  expect(calls.filter(({ path }) => path === '/held_debts/4/release')).toHaveLength(1);
});

test('reminders are read first, then asked about, then sent, and their way is shown', async () => {
  signInAs('SuperUser');
  const batch = { id: '3', age: 'two', recipients: 1, parts: 1, cost: '0.04', created_at: '2026-11-20T10:00:00Z' };
  const { user, calls } = open('/reminders?age=two', {
    '/reminders/preview': PREVIEW,
    '/reminders': () =>
      Response.json(
        { status: true, message: '1 reminder is written. It goes out when texts may be sent.', batch_id: '3' },
        { status: 201 },
      ),
    '/reminders/3': { ...batch, queued: 0, skipped: 1, waiting: 0, failure: '' },
  });
  expect(await screen.findByText(REMINDER.text)).toBeVisible();
  expect(screen.getByText(/1 text, about GHS 0.04/)).toBeVisible();
  expect(
    screen.getByText(
      /Left out: 2 drivers with a claim waiting; 3 reminded within 7 days; 1 whose credit covers it or whose registration was never paid/,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send 1 reminder' }));
  const question = await screen.findByRole('dialog');
  expect(calls.filter(({ path }) => path === '/reminders')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/0 of 1 reminders wait to go out as texts. 1 left out/)).toBeVisible();
  const sent = calls.filter(({ path }) => path === '/reminders');
  expect(sent.map(({ body }) => body)).toEqual([{ age: 'two', recipients: 1, parts: 1 }]);
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy();
});

test('reasons that leave nobody out are not said', async () => {
  signInAs('SuperUser');
  const left_out = { claim_waits: 0, reminded: 0, held: 2, other: 0 };
  open('/reminders', { '/reminders/preview': { ...PREVIEW, left_out } });
  expect(await screen.findByText('Left out: 2 drivers imported, not released yet.')).toBeVisible();
});

test('nobody to remind is no button, and a price that is not set is said', async () => {
  signInAs('SuperUser');
  const { router } = open('/reminders', {
    '/reminders/preview': { ...PREVIEW, reminders: [], recipients: 0, parts: 0, cost: null, texting: 'by hand' },
  });
  expect(await screen.findByText(/cost unknown: the price of a text is not set/)).toBeVisible();
  expect(screen.getByText(/No service sends text messages/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  await waitFor(() => expect(router.state.location.pathname).toBe('/reminders'));
});

test.each([
  ['stopped', /^Text messages are stopped: none of these goes out until/],
  ['held', /^Today’s text messages are used up: texts go out from tomorrow on/],
] as const)('texts that are %s are not promised for 08:00', async (texting, words) => {
  signInAs('SuperUser');
  const { user } = open('/reminders?age=two', { '/reminders/preview': { ...PREVIEW, texting } });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText(/^Texts go out from 08:00/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send 1 reminder' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(/have not gone out after 4 days are dropped/);
});
