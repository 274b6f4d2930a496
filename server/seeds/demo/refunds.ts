import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { staffDirectory } from '#domains/identity';
import { askRefund, changeRefund, refundApprovals } from '#domains/refunds';
import { buildApproval } from '../../test/builders/approvals.ts';
import { buildDecision, callerOf } from '../../test/builders/desk-work.ts';
import { receiveDemoMoney } from './transfers.ts';

const FIRST_ID = 71_305_445_010;

const MONEY = [
  { payer: 'YAA ASANTEWAA', amount: '120.00', reason: 'She meant another company.', reference: '71305446877' },
  { payer: 'FIIFI ABBAN', amount: '450.00', reason: 'His employer had paid already.' },
  {
    payer: 'KOBBY OPARE',
    amount: '240.00',
    reason: 'He paid the wrong company.',
    reference: '71305446890',
    ended: 'No statement shows it.',
  },
] as const;

/** Refunds of money that nobody claimed: one paid, one to be paid, one paid and owed back. */
export const seedDemoRefunds = async (tx: Tx, given: Date): Promise<void> => {
  const [asker, other] = [
    await callerOf(tx, 'systemadmin', 'SystemAdmin'),
    await callerOf(tx, 'superadmin', 'SuperAdmin'),
  ];
  for (const [index, { payer, amount, reason, ...then }] of MONEY.entries()) {
    const now = new Date(`${addDays(today(given), -2)}T11:00:00Z`);
    const at = new Date(`${addDays(today(given), -5)}T10:00:00Z`);
    const transfer_id = await receiveDemoMoney(tx, { transactionId: String(FIRST_ID + index), amount, at, payer });
    const to = { mode: 'momo', paid_to: payer, reason } as const;
    const body = { from: 'money', transfer_id, amount, ...to } as const;
    const asked = { side: 'drivers', body, by: asker, now } as const;
    const { refund_id: id, approval_id } = await askRefund(tx, asked, { staff: staffDirectory });
    await buildApproval(tx, approval_id, refundApprovals.drivers, { by: other, now });
    if (!('reference' in then)) continue;
    const payout = { change: 'pay', paid_on: today(now), reference: then.reference } as const;
    await changeRefund(tx, { id, side: 'drivers', body: payout, by: other, now }, { staff: staffDirectory });
    if (!('ended' in then)) continue;
    const neverCame = { decision: 'never_came', reason: then.ended } as const;
    await buildDecision(tx, { transferId: transfer_id, paymentIds: [] }, { body: neverCame, by: other, now });
  }
};
