import type { CaseDriver, CasePayer, CaseRecord, ClearanceCase, StaffRole } from '@banbo/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { fetchPages, openOfficePage } from './office-page.tsx';
import { type Answer, serve } from './served.ts';
import { signInAs } from './signed-in.ts';

await fetchPages('payment_clearance');

export const CLAIM: ClearanceCase = {
  id: '7',
  kind: 'claim',
  reason: 'differs',
  since: '2026-11-16T10:00:00.000Z',
  name: 'AMA OWUSU',
  driver_code: 'DRV000398K',
  side: 'drivers',
  car_number: 'AS 1180-19',
  payment_type: 'SS',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  amount: '300.00',
  price: '300.00',
  transaction_id: '87425701133',
  money_amount: '150.00',
  money_mode: 'momo',
  source: 'capture',
};
const MONEY: ClearanceCase = {
  ...CLAIM,
  id: 'T9',
  kind: 'transfer',
  reason: 'no_claim',
  since: '2026-11-20T08:00:00.000Z',
  name: 'EFUA SENDER',
  driver_code: null,
  side: null,
  payment_type: null,
  payment_year: null,
  payment_month: null,
  transaction_id: '87425601920',
};

export const DRIVER = {
  id: '3',
  driver_code: 'DRV000398K',
  fullname: 'AMA OWUSU',
  car_number: 'AS 1180-19',
  mobile_number: '+233240001180',
  is_removed: false,
};
/** A driver as the payer of a payment. */
export const payerOf = (driver: CaseDriver): CasePayer => ({
  side: 'drivers',
  fullname: driver.fullname,
  details: driver.car_number,
  mobile_number: driver.mobile_number,
  page: `/view_driver/${driver.id}`,
  driver,
});
export const FEE = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
export const RECEIPT = {
  id: '9',
  mode: 'momo',
  transaction_id: '87425701133',
  network: null,
  amount: '150.00',
  left: '150.00',
  received_on: '2026-11-20',
  payer_name: 'AMA O',
  payer_number: '+233240001180',
  reference: 'AS 1180-19',
  source: 'capture',
  captured_by: 'y.tetteh',
  captured_at: '2026-11-20T09:05:00.000Z',
  statement_amount: null,
  difference_accepted: false,
  ...{ missing_since: null, missing_in: null, taken_back_on: null, taken_back_from: null, statement_day: null },
  ...{ is_shown_ended: false, is_paid_back: false },
  status: 'open',
  status_reason: null,
  reversal_hindrance: null,
} as const satisfies CaseRecord['money'];
export const SUBMITTED = {
  id: '7',
  payer: payerOf(DRIVER),
  ...FEE,
  amount: '300.00',
  amount_due: '300.00',
  claimed_amount: null,
  transaction_id: '87425701133',
  claimed_network: null,
  claimed_at: '2026-11-16T10:00:00.000Z',
  status: 'submitted',
  status_reason: null,
  is_credit: false,
  has_no_id: false,
  is_paid: false,
  price: '300.00',
  paid: '0.00',
  waived: '0.00',
  missing: '300.00',
  due_from: null,
  owed: '300.00',
  credit: '0.00',
} as const satisfies CaseRecord['claim'];
export const RECORD: CaseRecord = {
  id: '7',
  reason: 'differs',
  claim: SUBMITTED,
  money: RECEIPT,
  named_driver: null,
  hindrance: null,
  clearing_hindrance: null,
  claimants: [],
  payments: [],
  suggestions: [],
  drivers: [],
  history: [],
};

export const FIGURES = {
  all: { count: 2, amount: '600.00' },
  reasons: [
    { reason: 'differs', count: 1, amount: '300.00' },
    { reason: 'no_claim', count: 1, amount: '300.00' },
  ],
  is_cut: false,
};

export const rows =
  (...cases: ClearanceCase[]) =>
  () =>
    Response.json(cases, { headers: { 'x-total-count': String(cases.length) } });

/** Opens clearance with two waiting cases: a claim with other money, and money without a claim. */
export const openClearance = (query = '', given: Record<string, Answer> = {}, role: StaffRole = 'SuperUser') => {
  signInAs(role);
  const served = serve({
    '/clearance': rows(CLAIM, MONEY),
    '/clearance/figures': FIGURES,
    '/clearance/7': RECORD,
    '/payment_types': [{ id: '1', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly' }],
    ...given,
  });
  const pages = ['payment_clearance'];
  const opened = openOfficePage(pages, `/payment_clearance${query}`);
  const sent = () => served.calls.filter(({ body }) => 'decision' in body).map(({ path, body }) => ({ path, body }));
  return { ...opened, ...served, sent };
};

export const record = (more: Partial<CaseRecord>): CaseRecord => ({ ...RECORD, ...more });
export const panel = () => screen.findByRole('complementary', { name: 'The chosen case' });
export const heading = (name: string) => screen.findByRole('heading', { name });
export const toastSays = (text: string) =>
  waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(text));
export const done = (message: string): Answer => ({ status: true, message });
