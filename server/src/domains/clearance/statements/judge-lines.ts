import { networksOwnKey, type StatementMapping, toPesewas, transactionKey } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type ClaimByKey, claimsByKey } from '#domains/payments';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { mapYielding } from '#lib/yielder.ts';
import { linesToBeMissing } from '../missing/missing-money.ts';
import { idAmong, moneyByOwnKey } from '../transfers/network-ids.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import { followCoverage } from './coverage.ts';
import {
  claimsByLine,
  type LineWithOutcome,
  linesOfOtherCars,
  type MoneyFacts,
  networkOfStatement,
  outcomeOfLine,
  TWO_NETWORKS,
} from './line-outcome.ts';
import { currencyInName, readLine } from './read-line.ts';

const inWords = new Intl.ListFormat('en-GB');

const linesById = () => {
  const found = new Map<string, { line: number; amount: string }[]>();
  const gone = new Map<string, { line: number; amount: string }[]>();
  return {
    /** Notes a line of money going out under an ID. */
    goes: (line: number, id: string, amount: string): void => {
      const key = transactionKey(id);
      gone.set(key, [...(gone.get(key) ?? []), { line, amount }]);
    },
    /** Lines of money that another line of the file shows going out again: it clears nothing. */
    takenBack: () =>
      [...found].flatMap(([key, lines]) =>
        lines.flatMap(({ line, amount }) => {
          const out = gone.get(key)?.find((one) => one.amount === amount);
          if (!out) return [];
          const reason = `The network took this money back: line ${out.line} shows it going out again.`;
          return [{ line, outcome: 'unreadable', reason }];
        }),
      ),
    /** The line of the file that has the ID already; null for the first one. */
    repeats: (line: number, id: string, amount: string): number | null => {
      const key = transactionKey(id);
      const same = found.get(key);
      if (same) same.push({ line, amount });
      else found.set(key, [{ line, amount }]);
      return same?.[0]?.line ?? null;
    },
    /** The lines that have one ID with different amounts: neither can be believed. */
    contradictions: () =>
      [...found.values()].flatMap((same) => {
        if (same.every(({ amount }) => amount === same[0]?.amount)) return [];
        const lines = inWords.format(same.map(({ line }) => String(line)));
        const reason = `Lines ${lines} have this transaction ID with different amounts.`;
        return same.map(({ line }) => ({ line, outcome: 'unreadable', reason }));
      }),
  };
};

const MAX_WORDS = 20;

/** The fewest lines of which most must look like numbers before the column is refused. */
const FEWEST_LINES = 2;

const WRONG_AMOUNTS =
  'Most values of the column of amounts look like phone numbers or IDs. Please choose the column that has the amounts.';

const WRONG_NETWORK =
  'Most lines are known as money of another network, with the same amounts. Please choose the network of this account.';

/** The money that a line speaks of, the ID that it has, null of a line of either, and its twin. */
const linesMoney = (money: readonly Transfer[], given: string, network: string | null) => {
  const id = idAmong(money, given, network);
  const known = id === null ? undefined : money.find(({ key }) => key === transactionKey(id));
  return { id, known, twin: known ? undefined : money[0] };
};

const hasMoney = <Line extends { amount: string | null; received_on: string | null }>(
  line: Line,
): line is Line & { amount: string; received_on: string } => line.amount !== null && line.received_on !== null;

type Judging = {
  mapping: StatementMapping;
  now: Date;
  columnNames: readonly string[];
  uploadedAt: Date;
  uploadedBy: string;
};

/** Judges the lines of a statement, in their order, by its mapping. */
export const judgeStatement = async (tx: Tx, judging: Judging) => {
  const { mapping, now, columnNames, uploadedAt, uploadedBy } = judging;
  const coverage = followCoverage(mapping, uploadedAt);
  const ids = linesById();
  const fees = new Map<string, number>();
  const words = new Set<string>();
  const currency = currencyInName(columnNames[mapping.amount] ?? '');
  const seen = { lines: 0, numbers: 0, received: 0, twins: 0 };

  /** Lets only one line of a file clear a fee that is paid once. */
  const judgeFee = (line: number, found: LineWithOutcome, claim: ClaimByKey | undefined): LineWithOutcome => {
    const fee = found.outcome === 'clears' ? claim?.feePaidOnce : null;
    const first = fee && fees.get(fee);
    if (fee && !first) fees.set(fee, line);
    if (!first) return found;
    return { outcome: 'paid', reason: `${found.reason}: line ${first} is for it too, and one of them clears it.` };
  };

  return {
    lines: async (rows: readonly TableRow[]) => {
      const lines = await mapYielding(rows, (row) => {
        const read = readLine(row.cells, mapping, now, currency);
        coverage.add(row, read);
        return { line: row.line, ...read };
      });
      const received = lines.filter(({ outcome }) => outcome === 'received');
      const numbers = received.map(({ transaction_id }) => transaction_id);
      const money = await moneyByOwnKey(tx, numbers);
      const ofLine = (id: string) => linesMoney(money.get(networksOwnKey(id)) ?? [], id, networkOfStatement(mapping));
      const own = new Map(numbers.map((id) => [id, ofLine(id).id ?? id]));
      const claims = claimsByLine(own, await claimsByKey(tx, [...own.values()].map(transactionKey), now));
      const ofOtherCars = await linesOfOtherCars(tx, received, claims);
      const isNew = ({ transaction_id }: { transaction_id: string }) =>
        (money.get(networksOwnKey(transaction_id)) ?? []).length === 0;
      const made = { mode: mapping.mode, network: networkOfStatement(mapping), uploadedBy };
      const lacked = await linesToBeMissing(tx, { lines: received.filter(hasMoney).filter(isNew), ...made }, now);
      const judgeMoney = ({ line, transaction_id, amount, received_on }: MoneyFacts) => {
        const first = ids.repeats(line, transaction_id, amount);
        if (first !== null) return { outcome: 'repeated', reason: `The same as line ${first}.` };
        const { id, known, twin } = ofLine(transaction_id);
        if (id === null) return { outcome: 'unreadable', reason: TWO_NETWORKS };
        seen.received += 1;
        if (twin && !known && toPesewas(twin.amount) === toPesewas(amount)) seen.twins += 1;
        const claim = claims.get(transactionKey(transaction_id));
        const facts = { known, twin, claim, lackedBy: lacked.get(line), namesOther: ofOtherCars.has(line) };
        return judgeFee(line, outcomeOfLine({ amount, received_on }, facts), claim);
      };
      return mapYielding(lines, ({ unknownDirection, hasNumberForAmount, mayBeMoney: _, ...read }) => {
        seen.lines += 1;
        if (hasNumberForAmount) seen.numbers += 1;
        if (unknownDirection !== undefined && words.size < MAX_WORDS) words.add(unknownDirection);
        const { outcome, amount } = read;
        if (outcome === 'outgoing' && amount !== null && read.transaction_id !== '')
          ids.goes(read.line, read.transaction_id, amount);
        return outcome === 'received' && hasMoney(read) ? { ...read, ...judgeMoney(read) } : read;
      });
    },
    end: () => {
      const isWrongColumn = seen.numbers >= FEWEST_LINES && seen.numbers * 2 > seen.lines;
      const isWrongNetwork = seen.twins >= FEWEST_LINES && seen.twins * 2 > seen.received;
      const problem = isWrongColumn ? WRONG_AMOUNTS : isWrongNetwork ? WRONG_NETWORK : '';
      return {
        columns: { unknown_directions: [...words], problem, ...coverage.end() },
        lines: [...ids.contradictions(), ...ids.takenBack()],
      };
    },
  };
};
