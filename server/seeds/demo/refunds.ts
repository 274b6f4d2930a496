import { addDays, defaultRights, today } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { staffDirectory } from '#domains/identity';
import { askRefund, changeRefund, refundApproval } from '#domains/refunds';
import { receiveDemoMoney } from './transfers.ts';

const FIRST_ID = 71_305_445_010;

const MONEY = [
  { payer: 'YAA ASANTEWAA', amount: '120.00', reason: 'She meant another company.', reference: '71305446877' },
  { payer: 'FIIFI ABBAN', amount: '450.00', reason: 'His employer had paid already.' },
] as const;

const personOf = async (tx: Tx, login: 'systemadmin' | 'superadmin') => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM accounts WHERE kind = 'staff' AND login = ${login}`.execute(tx);
  const rights = defaultRights(login === 'superadmin' ? 'SuperAdmin' : 'SystemAdmin');
  return { ...rights, accountId: rows[0]?.id ?? '', login, sessionId: '', requestId: '' };
};

/** Two refunds of money that nobody claimed: one paid, one approved and still to be paid. */
export const seedDemoRefunds = async (tx: Tx, given: Date): Promise<void> => {
  const [asker, other] = [await personOf(tx, 'systemadmin'), await personOf(tx, 'superadmin')];
  for (const [index, { payer, amount, reason, ...paid }] of MONEY.entries()) {
    const now = new Date(`${addDays(today(given), -2)}T11:00:00Z`);
    const at = new Date(`${addDays(today(given), -5)}T10:00:00Z`);
    const transfer_id = await receiveDemoMoney(tx, { transactionId: String(FIRST_ID + index), amount, at, payer });
    const to = { mode: 'momo', paid_to: payer, reason } as const;
    const body = { from: 'money', transfer_id, amount, ...to } as const;
    const { refund_id: id, approval_id } = await askRefund(tx, { body, by: asker, now }, { staff: staffDirectory });
    await refundApproval.apply(tx, { input: {}, subjectId: id, askedBy: asker, by: other, isAlone: false, now });
    await sql`
      UPDATE approvals SET status = 'approved', decided_by = ${other.accountId}, decided_at = ${now}
      WHERE id = ${approval_id}`.execute(tx);
    if (!('reference' in paid)) continue;
    const payout = { change: 'pay', mode: 'momo', paid_to: payer, paid_on: today(now), ...paid } as const;
    await changeRefund(tx, { id, body: payout, by: asker, now });
  }
};
