import {
  networksOwnKey,
  type StatementField,
  type StatementMapping,
  statementImports,
  transactionKey,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { importLife, type StoredRow } from '#domains/imports';
import { claimsByKey } from '#domains/payments';
import { readSided } from '#lib/table-file/read-amount.ts';
import { pluck } from '#lib/values.ts';
import { matchTransfers, type Recorded, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { moneySubject } from '../transfers/money-subjects.ts';
import { idAmong, moneyByOwnKey } from '../transfers/network-ids.ts';
import { noteTakenBack } from '../transfers/taken-back.repo.ts';
import { transfersById } from '../transfers/transfers.repo.ts';
import { askToConfirmDays } from './confirm-days.ts';
import { judgeStatement } from './judge-lines.ts';
import {
  claimsByLine,
  linesOfOtherCars,
  type MoneyLine,
  networkOfStatement,
  outcomeOfLine,
  TWO_NETWORKS,
} from './line-outcome.ts';

type Imported = { recorded: readonly Recorded[]; lines: readonly MoneyLine[]; accounts: readonly string[] };

/** Notes the hands of those who brought the statement in money that is new or differs. */
const noteImporters = (tx: Tx, { recorded, lines, accounts }: Imported, now: Date): Promise<void> => {
  const shown = new Map(lines.map((line) => [networksOwnKey(line.transaction_id), line]));
  const subjects = recorded.flatMap(({ id, key, isNew, amount, received_on }) => {
    const line = shown.get(networksOwnKey(key));
    const differs = line !== undefined && (line.amount !== amount || line.received_on !== received_on);
    return isNew || differs ? [moneySubject({ id })] : [];
  });
  const hands = [...new Set(accounts)].map((accountId) => ({ accountId, what: 'imported' as const, subjects }));
  return noteHands(tx, hands, now);
};

type Row = StoredRow<'statement_imports'>;

/** Days for which the law has records of money kept, leap days among them. */
const SIX_YEARS = 2_192;

/** True for a heading that names a bank and no MoMo account, such as `Stanbic Bank Ghana`. */
const isOfBank = (above: string): boolean =>
  /\b(\w*bank|absa|gcb|uba|fnb|prudential)\b/i.test(above) && !/\b(momo|mobile money|wallet)\b/i.test(above);

/** Records the money of statements of the company's accounts, and clears the claims that match. */
export const importOfStatements = importLife<StatementField, StatementMapping, Row, MoneyLine>({
  contract: statementImports,
  tables: { imports: 'statement_imports', lines: 'statement_lines', mappings: 'statement_mappings' },
  lineColumns: ['received_on', 'transaction_id', 'amount', 'balance', 'payer_name', 'payer_number', 'reference'],
  sum: 'amount',
  job: 'import statement',
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
    nothingToTake: 'No line of this statement says that money came or went.',
    otherDays: 'days fit',
  },
  names: {
    date: [/^(transaction|trans|posting|payment|value)? ?date( ?(&|and|\/) ?time)?$/i, /^time ?stamp$/i, /date/i],
    transaction_id: [
      /^(financial )?(transaction|trans|txn|trx|tx)[ ._]?(id|no|number|ref)/i,
      /^(receipt|reference|ref)[ ._]*(no|number|id)\b/i,
      /\bid$/i,
    ],
    amount: [/^amount( \(?(ghs|gh₵)\)?)?$/i, /^(credit|money in|paid in|cash in|deposits?)/i, /amount/i],
    amount_out: [/^(debit|money out|paid out|cash out|withdrawals?)/i],
    fee: [/^(transaction |trans )?(fees?|charges?)( \(?(ghs|gh₵)\)?)?$/i],
    balance: [
      /^((running|available|closing|current|account|new|book) )?bal(ance|\.)?( after( transaction)?)?( \(?(ghs|gh₵)\)?)?$/i,
    ],
    direction: [/^(payment|transaction|trans|txn) ?type$/i, /^(type|direction|dr ?\/ ?cr|cr ?\/ ?dr)$/i],
    payer_name: [/^(to ?\/ ?from|from ?\/ ?to|from name|payer( name)?|sender( name)?|customer( name)?|name|from)$/i],
    payer_number: [/^(from (no|number|msisdn)|msisdn|payer (no|number)|(mobile|phone|sender|account)( no| number)?)$/i],
    currency: [/^(currency|ccy|curr)( code)?$/i],
    reference: [/^(reference|ref|narration|remarks?|description|details|message|note|particulars)$/i],
  },
  looked: ['amount'],
  suggest: ({ direction }, valuesOf, above) => {
    const isSigned = valuesOf('amount').some(
      (amount) => /^(?:GH[S₵¢]|[₵¢])?\s*[-−(]\s*\d/i.test(amount) || readSided(amount).side === 'DR',
    );
    // A column of words is not needed where signs show the money that went out.
    const account = { mode: isOfBank(above) ? 'bank' : 'momo', network: null, covers_from: null, covers_to: null };
    return { ...account, direction: isSigned ? null : direction, directions: [] };
  },
  judge: judgeStatement,
  hand: 'brought',
  started: askToConfirmDays,
  finished: (tx, { id }, { now }) => noteTakenBack(tx, id, now),
  ofOneFile: ['covers_from', 'covers_to'],
  // So few that clearing all of them holds the ledger's head for less than a second.
  chunk: 250,
  take: async (tx, { id, mapping, uploaded_by }, all, { by, now }) => {
    const network = networkOfStatement(mapping);
    const from = { mode: mapping.mode, network, source: 'statement' as const };
    // Money of a second network may have come since the lines were judged.
    const known = await moneyByOwnKey(tx, pluck(all, 'transaction_id'));
    const isOfOne = ({ transaction_id: one }: MoneyLine) =>
      idAmong(known.get(networksOwnKey(one)) ?? [], one, network) !== null;
    const lines = all.filter(isOfOne);
    const ofTwo = all.filter((line) => !isOfOne(line));
    const shown = { ...from, statement_import: id };
    const money = lines.map(({ line, cells: _, balance: __, ...received }) => ({
      ...{ ...received, ...shown },
      statement_line: line,
    }));
    const recorded = await recordTransfers(tx, money, { by, now });
    const ids = recorded.map(({ id }) => id);
    const statement = { lines: money, broughtBy: [uploaded_by, ...(by ? [by.accountId] : [])] };
    await noteImporters(tx, { recorded, lines, accounts: statement.broughtBy }, now);
    const matched = await matchTransfers(tx, ids, {
      now,
      setOffBy: `the import of statement ${id}`,
      statement,
      entries: entriesOfNew(recorded, by),
    });
    // Read anew: new money is marked as it is recorded where another statement of its day lacks it.
    const waiting = await transfersById(
      tx,
      ids.filter((one) => !matched.has(one)),
    );
    const lackedBy = new Map(waiting.map(({ id, missing_in }) => [id, missing_in ?? undefined]));
    const byKey = new Map(recorded.map((transfer) => [networksOwnKey(transfer.key), transfer]));
    const own = new Map([...byKey].map(([key, transfer]) => [key, transfer.key]));
    const claims = claimsByLine(own, await claimsByKey(tx, [...own.values()], now));
    const ofOtherCars = await linesOfOtherCars(tx, lines, claims);
    const taken = lines.map(({ line, transaction_id, amount, received_on }) => {
      const key = transactionKey(transaction_id);
      const transfer = byKey.get(key);
      const before = transfer && !transfer.isNew ? transfer : undefined;
      const twin = transfer?.is_twinned ? known.get(key)?.[0] : undefined;
      const hasCleared = transfer !== undefined && matched.has(transfer.id);
      const facts = {
        ...{ known: before, twin, claim: claims.get(key), hasCleared, namesOther: ofOtherCars.has(line) },
        lackedBy: lackedBy.get(transfer?.id ?? ''),
      };
      return { line, ...outcomeOfLine({ amount, received_on }, facts), is_imported: true };
    });
    return [...taken, ...ofTwo.map(({ line }) => ({ line, outcome: 'unreadable', reason: TWO_NETWORKS }))];
  },
  keepsLinesDays: SIX_YEARS,
});

export const { job: statementImport, clearOld: clearOldStatements } = importOfStatements;
