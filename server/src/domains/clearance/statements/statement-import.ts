import {
  type StatementField,
  type StatementMapping,
  statementImports,
  statementLineList,
  transactionKey,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { namingOtherCars } from '#domains/drivers';
import { importLife } from '#domains/imports';
import { type ClaimByKey, claimsByKey } from '#domains/payments';
import { mapYielding } from '#lib/yielder.ts';
import { matchTransfers, recordTransfers } from '../transfers/match-transfers.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import { type LineWithOutcome, outcomeOfLine, repeatedIds } from './outcome-of-line.ts';
import { type LineMoney, readLine } from './read-line.ts';
import { type StatementRow, statementLinesSql } from './statement-lines.repo.ts';

/** Words of the direction that are asked about. */
const MAX_WORDS = 20;

/** Money on a line that says it was received. */
type MoneyLine = Omit<LineMoney, 'received_on' | 'amount'> & {
  line: number;
  cells: string[];
  received_on: string;
  amount: string;
};

/** The lines of these whose reference is the car of another registered driver than that of their claim. */
const linesOfOtherCars = async (
  db: Db,
  lines: readonly Pick<MoneyLine, 'line' | 'transaction_id' | 'reference'>[],
  claims: ReadonlyMap<string, ClaimByKey>,
): Promise<ReadonlySet<number>> => {
  const named = lines.flatMap(({ line, transaction_id, reference }) => {
    const claim = claims.get(transactionKey(transaction_id));
    return claim?.status === 'submitted' ? [{ id: String(line), reference, driverId: claim.driverId }] : [];
  });
  return new Set([...(await namingOtherCars(db, named))].map(Number));
};

/** Lets only one line of a file clear a fee that is paid once. */
const feesOfFile = () => {
  const firsts = new Map<string, number>();
  return (line: number, found: LineWithOutcome, claim: ClaimByKey | undefined): LineWithOutcome => {
    const fee = found.outcome === 'clears' ? claim?.feePaidOnce : null;
    const first = fee && firsts.get(fee);
    if (fee && !first) firsts.set(fee, line);
    if (!first) return found;
    return { outcome: 'paid', reason: `${found.reason}: line ${first} is for it too, and one of them clears it.` };
  };
};

/** Judges lines by the claims and the money known at this moment. */
const judge = async (tx: Tx, { mapping, now }: { mapping: StatementMapping; now: Date }) => {
  const ids = repeatedIds();
  const judgeFee = feesOfFile();
  const words = new Set<string>();

  return {
    lines: async (rows: readonly { line: number; cells: string[] }[]) => {
      const lines = await mapYielding(rows, ({ line, cells }) => ({ line, read: readLine(cells, mapping, now) }));
      const received = lines.flatMap(({ line, read }) => (read.outcome === 'received' ? [{ line, ...read }] : []));
      const numbers = received.map(({ transaction_id }) => transaction_id);
      const known = new Map((await transfersOfIds(tx, numbers)).map((transfer) => [transfer.key, transfer]));
      const claims = await claimsByKey(tx, numbers.map(transactionKey));
      const ofOtherCars = await linesOfOtherCars(tx, received, claims);
      const outcomeOf = (line: number, { outcome, reason, transaction_id, amount }: ReturnType<typeof readLine>) => {
        if (outcome !== 'received' || amount === null) {
          return { outcome: outcome === 'received' ? 'unreadable' : outcome, reason };
        }
        const first = ids.repeats({ line, transaction_id, amount });
        if (first !== null) return { outcome: 'repeated', reason: `The same as line ${first}.` };
        const key = transactionKey(transaction_id);
        const claim = claims.get(key);
        const facts = { known: known.get(key), claim, namesOther: ofOtherCars.has(line) };
        return judgeFee(line, outcomeOfLine(amount, facts), claim);
      };
      return mapYielding(lines, ({ line, read }) => {
        const { outcome: _, reason: __, unknownDirection, ...money } = read;
        if (unknownDirection !== undefined && words.size < MAX_WORDS) words.add(unknownDirection);
        return { line, ...money, ...outcomeOf(line, read) };
      });
    },
    end: () => ({ columns: { unknown_directions: [...words] }, lines: ids.contradictions() }),
  };
};

/** Statements of the company's accounts, whose money an import records and clears what it matches with. */
export const importOfStatements = importLife<StatementField, StatementMapping, StatementRow, MoneyLine>({
  contract: statementImports,
  tables: {
    imports: 'statement_imports',
    lines: 'statement_lines',
    mappings: 'statement_mappings',
    lineColumns: ['received_on', 'transaction_id', 'amount', 'payer_name', 'payer_number', 'reference'],
    sums: ['amount'],
  },
  job: 'import statement',
  thing: 'statement',
  missing: 'statement',
  records: null,
  action: 'statements',
  noted: {},
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
    nothingToTake: 'No line of this statement says that money was received.',
    otherDays: 'days fit',
  },
  file: { cells: 3, name: 'statement' },
  names: {
    date: [/^(transaction|trans|posting|payment|value)? ?date( ?(&|and|\/) ?time)?$/i, /^time ?stamp$/i, /date/i],
    transaction_id: [
      /^(financial )?(transaction|trans|txn|trx|tx)[ ._]?(id|no|number|ref)/i,
      /^(receipt|reference) (no|number|id)/i,
      /\bid$/i,
    ],
    amount: [/^amount( \(?(ghs|gh₵)\)?)?$/i, /^(credit|money in|paid in|cash in|deposits?)/i, /amount/i],
    amount_out: [/^(debit|money out|paid out|cash out|withdrawals?)/i],
    direction: [/^(payment|transaction|trans|txn) ?type$/i, /^(type|direction|dr ?\/ ?cr|cr ?\/ ?dr)$/i],
    payer_name: [/^(to ?\/ ?from|from ?\/ ?to|from name|payer( name)?|sender( name)?|customer( name)?|name|from)$/i],
    payer_number: [/^(from (no|number|msisdn)|msisdn|payer (no|number)|(mobile|phone|sender|account)( no| number)?)$/i],
    reference: [/^(reference|ref|narration|remarks?|description|details|message|note|particulars)$/i],
  },
  looked: ['amount'],
  suggest: ({ direction }, valuesOf) => {
    const isSigned = valuesOf('amount').some((amount) => /^(?:GH[S₵¢]|[₵¢])?\s*[-−(]\s*\d/i.test(amount));
    // Where signs say what went out, words need not.
    return { mode: 'momo', direction: isSigned ? null : direction, directions: [] };
  },
  judge,
  // So few that clearing all of them holds the ledger's head for less than a second.
  chunk: 250,
  take: async (tx, { mapping, uploaded_by }, lines, { by, now }) => {
    const money = lines.map(({ line: _, cells: __, ...received }) => ({
      ...received,
      mode: mapping.mode,
      source: 'statement' as const,
    }));
    const recorded = await recordTransfers(tx, money, { by, now });
    const matched = await matchTransfers(
      tx,
      recorded.map((transfer) => transfer.id),
      { now, statement: { lines: money, broughtBy: [uploaded_by, ...(by ? [by.accountId] : [])] } },
    );
    const byKey = new Map(recorded.map((transfer) => [transfer.key, transfer]));
    const claims = await claimsByKey(tx, [...byKey.keys()]);
    const ofOtherCars = await linesOfOtherCars(tx, lines, claims);
    return lines.map(({ line, transaction_id, amount }) => {
      const key = transactionKey(transaction_id);
      const transfer = byKey.get(key);
      const known = transfer && !transfer.isNew ? transfer : undefined;
      const hasCleared = transfer !== undefined && matched.has(transfer.id);
      const facts = { known, claim: claims.get(key), hasCleared, namesOther: ofOtherCars.has(line) };
      return { line, ...outcomeOfLine(amount, facts), is_imported: true };
    });
  },
  shown: ({ unknown_directions }) => ({ unknown_directions }),
  keepsLines: 90,
});

export const statementLinesSource = listSource(statementLineList, statementLinesSql, (rows) =>
  rows.map(({ import_id, ...line }) => ({ id: `${import_id}-${line.line}`, statement: import_id, ...line })),
);

export const { job: statementImport, clearOld: clearOldStatements } = importOfStatements;
