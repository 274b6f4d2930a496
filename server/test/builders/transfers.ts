import type { Author } from '#lib/caller.ts';
import { matchTransfers, recordTransfers } from '../../src/domains/clearance/transfers/match-transfers.ts';
import { entriesOfNew } from '../../src/domains/clearance/transfers/money-in-books.ts';
import type { NewTransfer } from '../../src/domains/clearance/transfers/transfers.repo.ts';
import type { TestApp } from '../harness.ts';
import { nextTransactionId } from './submissions.ts';

/** Money that came in, as it is recorded. */
export const moneyOf = (given: Partial<NewTransfer> = {}): NewTransfer => ({
  mode: 'momo',
  transaction_id: nextTransactionId(),
  amount: '200.00',
  received_on: '2026-11-18',
  payer_name: 'EFUA SENDER',
  payer_number: '+233240000001',
  reference: '',
  source: 'capture',
  ...given,
});

/** Records money that came in, and matches it, as the desk does. Gives its record number. */
export const buildTransfer = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  given: Partial<NewTransfer> = {},
  by: Author | null = null,
): Promise<string> => {
  const transfer = moneyOf(given);
  return db.transaction().execute(async (tx) => {
    const [recorded] = await recordTransfers(tx, [transfer], { by, now: clock.now });
    if (!recorded) throw new Error('The money was not recorded');
    await matchTransfers(tx, [recorded.id], {
      now: clock.now,
      setOffBy: 'a test',
      entries: entriesOfNew([recorded], by),
      ...(transfer.source === 'statement' && {
        statement: { lines: [transfer], broughtBy: by ? [by.accountId] : [] },
      }),
    });
    return recorded.id;
  });
};
