import { toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { transitionPayments } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { moneyLeft } from '../transfers/clear-with.ts';
import { claimsForOthers, isOwnCapture } from '../transfers/own-capture.ts';
import { clearingMoney, lockOpenTransfers, setMatched, transfersById } from '../transfers/transfers.repo.ts';
import { readyCases } from './cases.repo.ts';
import { RELATIONS } from './list-cases.ts';

/**
 * Clears at most `most` ready claims, the oldest first, and gives their number. Skips claims that
 * another user decides at the same moment, and those whose receipt the caller captured.
 */
export const clearReady = async (
  tx: Tx,
  { by, most, now }: { by: Caller; most: number; now: Date },
): Promise<number> => {
  const ready = await readyCases(tx, RELATIONS, most);
  const transfers = await transfersById(tx, pluck(ready, 'money_id'));
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const found = ready.flatMap(({ id, money_id, amount }) => {
    const transfer = byId.get(money_id);
    return transfer ? [{ id, amount, transfer }] : [];
  });
  const forOthers = await claimsForOthers(tx, found, by);
  // The remainder of the money may equal the claim although the receipt shows another amount.
  for (const { id, amount, transfer } of found) {
    if (isOwnCapture(transfer, by) && toPesewas(transfer.amount) !== toPesewas(amount)) forOthers.add(id);
  }
  const money = new Map(
    found
      .filter(({ id }) => !forOthers.has(id))
      .map(({ id, amount, transfer }) => [id, clearingMoney(transfer, amount)]),
  );
  const asked = { ids: [...money.keys()], change: 'clear', by, skipOthers: true, now, with: { money } } as const;
  const { changed } = await transitionPayments(tx, asked, async (cleared) => {
    const used = cleared.map(({ id }) => money.get(id)?.transferId ?? '');
    const locked = await lockOpenTransfers(tx, used);
    const isOver = [...(await moneyLeft(tx, locked)).values()].some((left) => left < 0n);
    if (locked.length < used.length || isOver) {
      throw new Refusal('conflict', 'Some of this money was matched meanwhile. Please try again.');
    }
    await setMatched(tx, used);
  });
  return changed.length;
};
