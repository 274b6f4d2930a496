import type { Tx } from '#db/database.ts';
import { readClaimCases, transitionPayments } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { moneyLeft } from '../transfers/clear-with.ts';
import { readyFor } from '../transfers/hands-in-money.ts';
import { clearingMoney, lockOpenTransfers, setMatched, transfersById } from '../transfers/transfers.repo.ts';
import { readyCases } from './cases.repo.ts';
import { RELATIONS } from './list-cases.ts';

/**
 * Clears at most `most` ready claims, the oldest first, and gives their number. Skips claims that
 * another user decides at the same moment, and those in which the caller had a hand.
 */
export const clearReady = async (
  tx: Tx,
  { by, most, now }: { by: Caller; most: number; now: Date },
): Promise<number> => {
  const ready = await readyCases(tx, RELATIONS, most);
  const transfers = await transfersById(tx, pluck(ready, 'money_id'));
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const moneyIds = new Map(ready.map(({ id, money_id }) => [id, money_id]));
  const claims = await readClaimCases(tx, pluck(ready, 'id'));
  const found = claims.flatMap((claim) => {
    const transfer = byId.get(moneyIds.get(claim.id) ?? '');
    return transfer ? [{ claim, transfer }] : [];
  });
  const free = await readyFor(tx, found, { by, now });
  const money = new Map(free.map(({ claim, transfer }) => [claim.id, clearingMoney(transfer, claim.amount)]));
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
