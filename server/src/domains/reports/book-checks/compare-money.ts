import { ACCOUNTS_OF_RECORDS, formatMoney, fromPesewas, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { RecordRange, Records } from '#db/records.ts';
import { type JournalOn, journalsOn } from '#domains/books';
import { type BookedMoney, bookedMoney, lockedMoney, moneyChangesIn, sumHeld } from '#domains/clearance';
import { loginsOf } from '#domains/identity';
import { balanceSql, type Posted, postedRecords, REFUNDS_OWED, REFUNDS_TO_PAY, UNALLOCATED } from '#domains/ledger';
import { sumTaken } from '#domains/payments';
import { sumToPay } from '#domains/refunds';
import { presentOf } from '#lib/values.ts';
import { readOwed } from './book-checks.repo.ts';

/** Pesewas of each account in some entries. */
const sumsOf = (posted: readonly Posted[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of posted.flatMap(({ postings }) => postings))
    sums.set(account, (sums.get(account) ?? 0n) + toPesewas(amount));
  return sums;
};

const inWords = (pesewas: bigint): string => formatMoney(fromPesewas(pesewas));

type OwnEntry = { posted: Posted; account: string };

/** Describes how money's own postings are not the part of it that they brought into the books. */
const differenceOf = (
  { name, account, pesewas, settled }: BookedMoney,
  own: readonly OwnEntry[],
): string | undefined => {
  if (own.some(({ posted }) => posted.reversal !== null))
    return `${name} was taken back in the books, and still stands.`;
  const sums = sumsOf(own.map(({ posted }) => posted));
  const on = (code: string): bigint => sums.get(code) ?? 0n;
  // A refund to recover that it settled takes it from the unallocated money.
  const [found, left] = [on(account), -on(UNALLOCATED) - on(REFUNDS_OWED)];
  if (found !== pesewas || left !== pesewas)
    return `${name} is ${inWords(found === pesewas ? left : found)} in the books, and should be ${inWords(pesewas)}.`;
  for (const entry of own) {
    const stray = entry.posted.postings.find(({ account: code }) => code !== entry.account && code !== UNALLOCATED);
    if (stray) {
      const wanted = `${entry.account} and ${UNALLOCATED}`;
      return `${name} has ${stray.amount} on ${stray.account} in the books, and should be on ${wanted} alone.`;
    }
  }
  if (on(REFUNDS_OWED) === settled) return;
  return `${name} settled refunds of ${inWords(-on(REFUNDS_OWED))} in the books, and should have settled ${inWords(-settled)}.`;
};

/** Describes money whose own postings are not as they should be. */
const differences = async (
  tx: Tx,
  money: readonly BookedMoney[],
  range: Records,
): Promise<{ id: string; difference: string }[]> => {
  const received = await postedRecords(tx, 'money', range);
  const asked = { ids: money.flatMap(({ changes }) => changes.map(({ id }) => id)) };
  const changed = new Map((await postedRecords(tx, 'money change', asked)).map((one) => [one.subject_id, one]));
  const postedFor = new Map(received.map((one) => [one.subject_id, one]));
  const known = new Set(money.map(({ id }) => id));
  const stray = [...postedFor.keys()].filter((id) => !known.has(id));
  return [
    ...stray.map((id) => ({ id, difference: `Money ${id} is in the books and was never recorded.` })),
    ...money.flatMap((one) => {
      const entries = [{ posted: postedFor.get(one.id), account: one.account }].concat(
        one.changes.map(({ id, account }) => ({ posted: changed.get(id), account })),
      );
      const own = entries.filter((entry): entry is OwnEntry => entry.posted !== undefined);
      const difference = differenceOf(one, own);
      return difference === undefined ? [] : [{ id: one.id, difference }];
    }),
  ];
};

/** Describes received money in the range that is not in the books as it is. */
export const compareMoney = async (tx: Tx, range: RecordRange): Promise<string[]> => {
  const seeming = await differences(tx, await bookedMoney(tx, range), range);
  if (seeming.length === 0) return [];
  const asked = { ids: seeming.map(({ id }) => id) };
  return (await differences(tx, await lockedMoney(tx, asked.ids), asked)).map(({ difference }) => difference);
};

/**
 * Describes entries in the range that no change of money is behind. A change and its entry are of
 * one transaction and changes are never removed, so entries are read first and nothing is locked.
 */
export const compareMoneyChanges = async (tx: Tx, range: RecordRange): Promise<string[]> => {
  const posted = await postedRecords(tx, 'money change', range);
  const made = await moneyChangesIn(tx, range);
  return posted
    .filter(({ subject_id }) => !made.has(subject_id))
    .map(({ subject_id }) => `Change ${subject_id} of received money is in the books and was never made.`);
};

/** Journals that moved an account, as a sentence with who wrote and posted each. */
const journalsInWords = async (tx: Tx, journals: readonly JournalOn[]): Promise<string> => {
  if (journals.length === 0) return '';
  const people = await loginsOf(tx, presentOf(journals.flatMap(({ made_by, posted_by }) => [made_by, posted_by])));
  const named = journals.map(
    ({ number, made_by, posted_by }) =>
      `${number} (written by ${people.get(made_by)}, posted by ${people.get(posted_by ?? '')})`,
  );
  return ` Journals moved it: ${named.join(', ')}.`;
};

/**
 * Compares unallocated money with what is left of all receipts, and what is to be refunded with the
 * approved refunds. One statement sees one moment, so that others receive and clear meanwhile.
 */
export const compareOwed = async (tx: Tx): Promise<string[]> => {
  const money = await readOwed(tx, { held: sumHeld, taken: sumTaken, balance: balanceSql(UNALLOCATED) });
  const refunds = await readOwed(tx, { held: sumToPay, balance: balanceSql(REFUNDS_TO_PAY) });
  const owed = [
    { name: 'Unallocated money is', account: UNALLOCATED, ...money },
    { name: 'Refunds to pay are', account: REFUNDS_TO_PAY, ...refunds },
  ];
  const differing = owed.filter(({ wanted, posted }) => wanted !== posted);
  return Promise.all(
    differing.map(async ({ name, account, wanted, posted }) => {
      const journals = await journalsInWords(tx, await journalsOn(tx, account, { ordinary: false }));
      return `${name} ${formatMoney(posted)} in the books, and should be ${formatMoney(wanted)}.${journals}`;
    }),
  );
};

/** Accounts whose every record is compared with its entry: what else moved them is a journal. */
const OF_RECORDS_ALONE = [...ACCOUNTS_OF_RECORDS.keys()].filter(
  (code) => code !== UNALLOCATED && code !== REFUNDS_TO_PAY,
);

/** Names journals over accounts that records alone post to, openings and closings apart. */
export const findStrayJournals = async (tx: Tx): Promise<string[]> => {
  const said: string[] = [];
  for (const account of OF_RECORDS_ALONE) {
    const moved = await journalsOn(tx, account, { ordinary: true });
    if (moved.length === 0) continue;
    const journals = await journalsInWords(tx, moved);
    said.push(`Account ${account} is posted by ${ACCOUNTS_OF_RECORDS.get(account)} alone.${journals}`);
  }
  return said;
};
