import { formatMoney, fromPesewas, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { RecordRange, Records } from '#db/records.ts';
import { type BookedMoney, bookedMoney, settledMoney, sumHeld } from '#domains/clearance';
import { balanceOn, type Posted, postedRecords, REFUNDS_OWED, REFUNDS_TO_PAY, UNALLOCATED } from '#domains/ledger';
import { sumTaken } from '#domains/payments';
import { sumToPay } from '#domains/refunds';
import { readOwed } from './book-checks.repo.ts';

/** Pesewas of an account in some entries. */
const sumOn = (account: string, posted: readonly Posted[]): bigint =>
  posted
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account)
    .reduce((sum, { amount }) => sum + toPesewas(amount), 0n);

/** Describes money whose own postings are not the part of it that they brought into the books. */
const differences = async (
  tx: Tx,
  money: readonly BookedMoney[],
  range: Records,
): Promise<{ id: string; difference: string }[]> => {
  const received = await postedRecords(tx, 'money', range);
  const changes = await postedRecords(tx, 'money change', { ids: money.flatMap(({ changeIds }) => changeIds) });
  const postedFor = Map.groupBy(received, ({ subject_id }) => subject_id);
  const postedOf = Map.groupBy(changes, ({ subject_id }) => subject_id);
  const known = new Set(money.map(({ id }) => id));
  const stray = [...postedFor.keys()].filter((id) => !known.has(id));
  return [
    ...stray.map((id) => ({ id, difference: `Money ${id} is in the books and was never recorded.` })),
    ...money.flatMap(({ id, name, account, pesewas, changeIds }) => {
      const own = [...(postedFor.get(id) ?? []), ...changeIds.flatMap((change) => postedOf.get(change) ?? [])];
      // A refund to recover that it settled takes it from the unallocated money.
      const [found, left] = [sumOn(account, own), -sumOn(UNALLOCATED, own) - sumOn(REFUNDS_OWED, own)];
      if (found === pesewas && left === pesewas) return [];
      const [wanted, is] = [
        formatMoney(fromPesewas(pesewas)),
        formatMoney(fromPesewas(found === pesewas ? left : found)),
      ];
      return [{ id, difference: `${name} is ${is} in the books, and should be ${wanted}.` }];
    }),
  ];
};

/** Describes received money in the range that is not in the books as it is. */
export const compareMoney = async (tx: Tx, range: RecordRange): Promise<string[]> => {
  const seeming = await differences(tx, await bookedMoney(tx, range), range);
  if (seeming.length === 0) return [];
  const asked = { ids: seeming.map(({ id }) => id) };
  return (await differences(tx, await settledMoney(tx, asked.ids), asked)).map(({ difference }) => difference);
};

/**
 * Compares unallocated money with what is left of all receipts, and what is to be refunded with the
 * approved refunds. One statement sees one moment, so that others receive and clear meanwhile.
 */
export const compareOwed = async (tx: Tx): Promise<string[]> => {
  const money = await readOwed(tx, { held: sumHeld, taken: sumTaken, balance: balanceOn(UNALLOCATED) });
  const refunds = await readOwed(tx, { held: sumToPay, balance: balanceOn(REFUNDS_TO_PAY) });
  const owed = [
    { name: 'Unallocated money is', ...money },
    { name: 'Refunds to pay are', ...refunds },
  ];
  return owed
    .filter(({ wanted, posted }) => wanted !== posted)
    .map(
      ({ name, wanted, posted }) =>
        `${name} ${formatMoney(posted)} in the books, and should be ${formatMoney(wanted)}.`,
    );
};
