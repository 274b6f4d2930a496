import { formatMoney, fromPesewas, isDoubted, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { takenOf, transfersOf, transitionPayments } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { lockOpenTransfers, reopenMoney, setMatched, type Transfer, transfersById } from './transfers.repo.ts';

/** The pesewas that cleared payments have left of each of these transfers, by their ids; below 0 where they took too much. */
export const moneyLeft = async (
  db: Db,
  transfers: readonly Pick<Transfer, 'id' | 'amount'>[],
): Promise<ReadonlyMap<string, bigint>> => {
  const taken = await takenOf(db, pluck(transfers, 'id'));
  return new Map(transfers.map(({ id, amount }) => [id, toPesewas(amount) - toPesewas(taken.get(id) ?? '0.00')]));
};

/** Refuses money whose amount a statement doubts. */
const refuseDoubted = (transfer: Transfer): void => {
  if (!isDoubted(transfer)) return;
  const shown = formatMoney(transfer.statement_amount ?? '0.00');
  throw new Refusal('conflict', `The statement shows ${shown} for this money. Settle that first.`);
};

type Asked = {
  transferId: string;
  /** By payment, how much of the transfer is its money. */
  amounts: ReadonlyMap<string, string>;
  change: 'clear' | 'credit';
};
type Made = { by: Author | null; reason?: string; now: Date };

/**
 * Clears waiting payments with the money of one open transfer, as a person or the desk decided. Each payment's amount is from
 * then on that of its money. Refused with 404 `not_found` without the transfer, 409 `conflict` when it is not open, a statement
 * doubts it, or it has less money left than they take, and as the change itself is. The transfer stays open while some of it is left.
 * `settle` does what else belongs to the decision before the books are locked.
 */
export const clearWith = async (
  tx: Tx,
  { transferId, amounts, change }: Asked,
  made: Made,
  settle?: () => Promise<unknown>,
): Promise<void> => {
  const transfer = existing((await transfersById(tx, [transferId]))[0], 'receipt of money');
  refuseDoubted(transfer);
  const { received_on: day } = transfer;
  const money = new Map([...amounts].map(([id, amount]) => [id, { transferId, day, amount }]));
  await transitionPayments(tx, { ids: [...amounts.keys()], change, ...made, with: { money } }, async () => {
    const [locked] = await lockOpenTransfers(tx, [transferId]);
    if (!locked)
      throw new Refusal('conflict', `The money of ${transfer.transaction_id} was used or set aside meanwhile.`);
    // A statement may have shown another amount since.
    refuseDoubted(locked);
    const left = (await moneyLeft(tx, [locked])).get(transferId) ?? 0n;
    if (left < 0n) {
      const over = formatMoney(fromPesewas(-left));
      throw new Refusal('conflict', `That is ${over} more than is left of the money of ${transfer.transaction_id}.`);
    }
    if (left === 0n) await setMatched(tx, [transferId]);
    await settle?.();
  });
};

/** Reverses a cleared payment and opens the transfer that it was cleared with, also one whose rest was set aside meanwhile. */
export const reverseAndReopen = async (tx: Tx, id: string, made: Made): Promise<void> => {
  await transitionPayments(tx, { ids: [id], change: 'reverse', ...made }, async () =>
    reopenMoney(tx, await transfersOf(tx, [id])),
  );
};
