import { holds } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { readClaimCase } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, notPermitted } from '#lib/refusal.ts';
import { namedMoney } from '../transfers/money-subjects.ts';
import { transfersById } from '../transfers/transfers.repo.ts';

/**
 * The payment or money of a case, in whose history a text is noted, for whoever may write a note
 * there. Refused with 403 `not_permitted` and 404 `not_found`.
 */
export const caseOfText = async (tx: Tx, caseId: string, by: Caller) => {
  if (!holds(by, 'payments.clear')) throw notPermitted();
  if (caseId.startsWith('T')) {
    const money = existing((await transfersById(tx, [caseId.slice(1)]))[0], 'receipt of money');
    return { kind: 'transfer', id: money.id, name: namedMoney(money).name } as const;
  }
  const { id, transaction_id: name } = existing(await readClaimCase(tx, caseId), 'payment');
  return { kind: 'payment', id, name } as const;
};
