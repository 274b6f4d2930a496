// @vitest-environment happy-dom
import type { ApprovalRecord, ApprovalRow } from '@banbo/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toastSays } from '../../../test/dom/clearance.tsx';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('approvals', 'approvals/:id', 'alone_decisions');

const ROW: ApprovalRow = {
  ...{ id: '4', kind: 'prices.change', subject_id: '7', subject: 'REGISTRATION FEE 2026', reason: null },
  changes: [{ field: 'Price', before: 'GHS 200.00', after: 'GHS 250.00' }],
  ...{ status: 'asked', status_reason: null, asked_by: 'Ama Mensah', asked_at: '2026-11-20T10:00:00.000Z' },
  ...{ decided_by: null, decided_at: null, is_alone: false },
};
const RECORD: ApprovalRecord = { ...ROW, moves: ['approve', 'refuse'], hindrance: null };
const PATH = '/approvals/4';

const open = (given: Partial<ApprovalRecord> = {}, answers: Record<string, Answer> = {}) => {
  signInAs('SystemAdmin');
  const served = serve({ [PATH]: { ...RECORD, ...given }, ...answers });
  const pages = ['approvals/:id', { path: '/approvals', element: <p>All of them</p> }];
  return { ...openOfficePage(pages, PATH), ...served };
};
const button = (name: string) => screen.findByRole('button', { name });
const inQuestion = () => within(screen.getByRole('dialog'));

test('an approval shows the change before and after, and leads to its record', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Change of a price: REGISTRATION FEE 2026' })).toBeVisible();
  expect(screen.getByText('GHS 200.00')).toBeVisible();
  expect(screen.getByText('GHS 250.00')).toBeVisible();
  expect(screen.getByRole('link', { name: 'REGISTRATION FEE 2026' })).toHaveAttribute('href', '/view_yearly_payment/7');
});

test('it is approved after a question, and the end is told', async () => {
  const { user, calls } = open(
    {},
    { [`${PATH}/approve`]: () => Response.json({ status: true, message: 'It costs GHS 250.00.' }, { status: 201 }) },
  );
  await user.click(await button('Approve'));
  expect(calls.some(({ path }) => path.endsWith('/approve'))).toBe(false);
  await user.click(inQuestion().getByRole('button', { name: 'Approve' }));
  await toastSays('It costs GHS 250.00.');
});

test('it is refused with a reason, which stays when the server refuses it', async () => {
  const { user } = open({}, { [`${PATH}/refuse`]: () => refusal(409, 'The approval was withdrawn.') });
  await user.click(await button('Refuse'));
  await user.type(inQuestion().getByLabelText(/Reason/), 'Too high for this year.');
  await user.click(inQuestion().getByRole('button', { name: 'Refuse' }));
  await toastSays('The approval was withdrawn.');
  expect(inQuestion().getByLabelText(/Reason/)).toHaveValue('Too high for this year.');
});

test('its asker can only withdraw it, and reads why', async () => {
  const hindrance = 'You asked for this, so somebody else has to decide.';
  open({ moves: ['withdraw'], hindrance });
  expect(await button('Withdraw')).toBeVisible();
  expect(screen.getByText(hindrance)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('an approved setup code is shown to be copied', async () => {
  const invitation = { setup_code: 'ABC', invitation_link: '/set_password?user=esi#code=ABC', mailed: false };
  const { user } = open(
    { kind: 'users.code', subject: 'Esi Owusu, esi' },
    { [`${PATH}/approve`]: () => Response.json({ status: true, message: 'Pass it on.', invitation }, { status: 201 }) },
  );
  await user.click(await button('Approve'));
  await user.click(inQuestion().getByRole('button', { name: 'Approve' }));
  expect(await screen.findByLabelText('Invitation link')).toHaveValue(
    `${window.location.origin}/set_password?user=esi#code=ABC`,
  );
});

const rowsOf = (rows: readonly object[]) => () =>
  Response.json(rows, { headers: { 'x-total-count': String(rows.length), 'x-total-cut': 'false' } });

test('the list says what waits, by whom, and which were decided alone', async () => {
  signInAs('SuperUser');
  const decided = { status: 'approved', decided_by: 'Efua Boateng', decided_at: ROW.asked_at, is_alone: true } as const;
  serve({ '/approvals': rowsOf([ROW, { ...ROW, id: '3', ...decided }]) });
  openOfficePage(['approvals'], '/approvals');
  const table = within(await screen.findByRole('table'));
  const [first] = await table.findAllByRole('link', { name: 'Change of a price: REGISTRATION FEE 2026' });
  expect(first).toHaveAttribute('href', '/approvals/4');
  expect(table.getByText('Waiting')).toBeVisible();
  expect(table.getByText('Efua Boateng, alone')).toBeVisible();
});

test('the fee of a waiver stands in the usual case, in the list and on its page', async () => {
  const waiver = { kind: 'fees.waive', subject: 'DRV000001B' } as const;
  const changes = [{ field: 'MONTHLY SUBSCRIPTION, May 2026', before: 'due', after: 'waived' }];
  open({ ...waiver, changes });
  expect(await screen.findByText('Monthly subscription, May 2026')).toBeVisible();
  cleanup();
  serve({ '/approvals': rowsOf([{ ...ROW, ...waiver, changes }]) });
  openOfficePage(['approvals'], '/approvals');
  expect(await screen.findByText('Monthly subscription, May 2026: due → waived')).toBeVisible();
});

test('decisions made alone have their list', async () => {
  signInAs('SuperUser');
  const row = { id: '1', at: ROW.asked_at, by: 'Efua Boateng', action: 'approvals.approve' };
  serve({
    '/alone_decisions': rowsOf([{ ...row, subject_kind: 'approval', subject_id: '3', subject: 'of a price' }]),
  });
  openOfficePage(['alone_decisions'], '/alone_decisions');
  expect(await screen.findByText('Approved a change')).toBeVisible();
});
