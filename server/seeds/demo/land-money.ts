import { addDays, BUILT_IN_NETWORKS, ReceivedLandPayment, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { withReceipts } from '#domains/clearance';
import { staffDirectory as staff } from '#domains/identity';
import {
  askSharePayout,
  askShareRule,
  changeSharePayout,
  receiveLandPayment,
  sharePayoutApproval,
  shareRuleApproval,
} from '#domains/land';
import type { Caller } from '#lib/caller.ts';
import { buildApproval } from '../../test/builders/approvals.ts';
import { callerOf } from '../../test/builders/desk-work.ts';
import { buildSlipCode } from '../../test/builders/land-work.ts';
import { buildRentRun } from '../../test/builders/rent.ts';

/** Days before now: when the rule was set, the rent raised, and the money received and paid out. */
const AGO = { rule: 59, raised: 20, received: 6, paidOut: 2 } as const;

/** Receipts: some rent of the first tenant, their plot and its forms, some rent of the second. */
const PAID = [
  {
    ...{ tenancy: 0, mode: 'momo', transaction_id: '71305446901', payer_name: 'GRACE ODONKOR', amount: '250.00' },
    codes: { CC2000: '250.00' },
  },
  {
    ...{ tenancy: 0, mode: 'bank', transaction_id: 'GCB2210457', bank: 'GCB Bank', payer_name: 'GRACE ODONKOR' },
    ...{ amount: '6650.00', codes: { CC1000: '6500.00', CC5000: '150.00' } },
  },
  {
    ...{ tenancy: 1, mode: 'momo', transaction_id: '71305446902', payer_name: 'ESTHER NORTEY', amount: '30.00' },
    codes: { CC2000: '30.00' },
  },
];

/** Payouts that were approved; one with a reference was paid as well. */
const PAYOUTS = [
  { beneficiary: 'stool', amount: '1000.00', paid_to: 'Nungua Stool', reference: 'GCB2210519' },
  { beneficiary: 'assembly', amount: '2000.00', paid_to: 'Krowor Municipal Assembly' },
] as const;

const setShareRule = async (tx: Tx, { asker, other }: { asker: Caller; other: Caller }, now: Date): Promise<void> => {
  const body = {
    ...{ valid_from: today(now), oasl_percent: '10', stool_percent: '25', council_percent: '20' },
    ...{ assembly_percent: '55', types: ['CC1000', 'CC2000'], stool_name: 'Nungua Stool' },
    ...{ council_name: 'Nungua Traditional Council', assembly_name: 'Krowor Municipal Assembly' },
  };
  const { approval_id } = await askShareRule(tx, { body, by: asker, now }, { staff });
  await buildApproval(tx, approval_id, shareRuleApproval, { by: other, now });
};

/**
 * Seeds the money of the demo's land: a rule of shares, a year's ground rent that was looked
 * through and raised, receipts by MoMo and the bank, and payouts of two shares, one of them paid.
 */
export const seedDemoLandMoney = async (tx: Tx, given: Date): Promise<void> => {
  const accounts = await callerOf(tx, 'accounts', 'Accounts');
  const asker = await callerOf(tx, 'systemadmin', 'SystemAdmin');
  const other = await callerOf(tx, 'superadmin', 'SuperAdmin');
  const daysAgo = (days: number): Date => new Date(`${addDays(today(given), -days)}T10:00:00Z`);
  await setShareRule(tx, { asker, other }, daysAgo(AGO.rule));
  const raised = { by: accounts, now: daysAgo(AGO.raised) };
  const rent = { kind: 'rent', year: Number(today(raised.now).slice(0, 4)), zone_id: null } as const;
  for (const is_dry of [true, false]) await buildRentRun(tx, { ...rent, is_dry }, raised);
  const held = await tx.selectFrom('tenancies').select(['id', 'plot_id', 'tenant_id']).orderBy('id').execute();
  for (const { tenancy, codes, ...money } of PAID) {
    const { id: tenancy_id, plot_id, tenant_id } = held[tenancy] ?? {};
    if (tenant_id === undefined) throw new Error('The demo has too few tenancies for its payments.');
    const payments = Object.entries(codes).map(([payment_type, amount]) => ({
      ...{ payment_type, amount },
      ...(payment_type === 'CC2000' ? { tenancy_id } : { plot_id }),
    }));
    const body = ReceivedLandPayment.parse({ ...money, seen_in_account: true, tenant_id, payments });
    const made = { by: accounts, networks: BUILT_IN_NETWORKS, now: daysAgo(AGO.received) };
    const { receipts } = await withReceipts(tx, await receiveLandPayment(tx, body, made));
    if ('CC5000' in codes) await buildSlipCode(tx, receipts[0] ?? '', made);
  }
  const now = daysAgo(AGO.paidOut);
  const asked = { mode: 'bank', reason: `Shares of ${today(now).slice(0, 7)}` } as const;
  for (const { beneficiary, amount, paid_to, ...paid } of PAYOUTS) {
    const body = { ...asked, beneficiary, amount, paid_to };
    const { payout_id: id } = await askSharePayout(tx, { body, by: accounts, now }, { staff });
    const waiting = await waitingApproval(tx, { kind: 'land.share_payout', subjectId: id });
    if (waiting) await buildApproval(tx, waiting.id, sharePayoutApproval, { by: asker, now });
    if (!('reference' in paid)) continue;
    const payout = { change: 'pay', paid_on: today(now), ...paid } as const;
    await changeSharePayout(tx, { id, body: payout, by: other, now }, { staff });
  }
};
