import {
  feeMoneyText,
  formatDay,
  formatMoney,
  type LineOutcome,
  networksOwnKey,
  type StatementField,
  type StatementMapping,
  statementImports,
  type TransferStatus,
  toPesewas,
  transactionKey,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { namingOtherCars } from '#domains/drivers';
import { importLife, type StoredRow } from '#domains/imports';
import { type ClaimByKey, claimsByKey } from '#domains/payments';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { pluck } from '#lib/values.ts';
import { mapYielding } from '#lib/yielder.ts';
import { matchTransfers, type Recorded, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { moneySubject } from '../transfers/money-subjects.ts';
import { idAmong, moneyByOwnKey, networksInWords } from '../transfers/network-ids.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import { followCoverage } from './coverage.ts';
import { currencyInName, type LineMoney, readLine } from './read-line.ts';

const KNOWN = {
  open: 'It was recorded before, and waits for a claim or a person.',
  matched: 'It was recorded before, and has cleared a payment.',
  dismissed: 'It was recorded before, and was set aside.',
  pending: 'It was recorded before, as a cheque that waits for its bank.',
  ended: 'It was recorded before, and was given back or never came.',
} as const satisfies Record<TransferStatus, string>;

type MoneyFacts = Pick<MoneyLine, 'line' | 'transaction_id' | 'amount' | 'received_on'>;
type LineWithOutcome = { outcome: LineOutcome; reason: string };
type Facts = {
  /** Money with the line's transaction ID that was recorded before. */
  known: { amount: string; received_on: string; status: TransferStatus } | undefined;
  /** Money of another network that has the line's transaction ID. */
  twin?: Pick<Transfer, 'network' | 'amount' | 'received_on'> | undefined;
  claim: ClaimByKey | undefined;
  hasCleared?: boolean;
  /** True where the line's reference is the car of another registered driver than the claim's. */
  namesOther: boolean;
};

/** The outcome of a line of money received, and why. Before an import it is the expected one. */
const outcomeOfLine = (
  { amount, received_on }: Pick<MoneyFacts, 'amount' | 'received_on'>,
  { known, twin, claim, hasCleared, namesOther }: Facts,
): LineWithOutcome => {
  const is = (outcome: LineOutcome, reason: string): LineWithOutcome => ({ outcome, reason });
  const differs = (from: { amount: string }): boolean => toPesewas(from.amount) !== toPesewas(amount);
  if (hasCleared) return is('clears', claim?.name ?? '');
  if (known && differs(known)) return is('known_differs', `It was recorded before as ${formatMoney(known.amount)}.`);
  if (known && known.received_on !== received_on) {
    return is('known_differs', `It was recorded before as of ${formatDay(known.received_on)}.`);
  }
  if (known) return is('known', KNOWN[known.status]);
  if (twin) return is('two_networks', `Money of another network has this transaction ID: ${networksInWords([twin])}.`);
  if (!claim) return is('no_claim', 'No claim has this transaction ID.');
  const { name, below } = claim;
  if (claim.status === 'cleared') return is('no_claim', `${name}: cleared before without its money.`);
  if (claim.isDisputed) return is('disputed', `${name}: another driver sent this transaction ID too.`);
  if (claim.isPaid) return is('paid', `${name}: its fee is paid already.`);
  if (differs(claim)) return is('differs', `${name}: ${formatMoney(claim.amount)} is claimed.`);
  if (namesOther) return is('other_car', `${name}: its reference is the car number of another driver.`);
  if (below) return is('below_price', `${name}: ${feeMoneyText(below)} ${formatMoney(below.owed)} is owed in all.`);
  return is('clears', name);
};

const inWords = new Intl.ListFormat('en-GB');

const linesById = () => {
  const found = new Map<string, { line: number; amount: string }[]>();
  return {
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

type MoneyLine = Omit<LineMoney, 'received_on' | 'amount'> & TableRow & Record<'received_on' | 'amount', string>;

/** Finds lines whose reference is the car of another driver than that of their claim. */
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

/** The fewest lines of which most must look like numbers before the column is refused. */
const FEWEST_LINES = 2;

const WRONG_AMOUNTS =
  'Most values of the column of amounts look like phone numbers or IDs. Please choose the column that has the amounts.';

const WRONG_NETWORK =
  'Most lines are known as money of another network, with the same amounts. Please choose the network of this account.';

const TWO_NETWORKS = 'Money of two networks has this transaction ID. Choose the network of this statement.';

const networkOf = ({ mode, network }: StatementMapping): string | null => (mode === 'momo' ? network : null);

/** The money that a line speaks of, the ID that it has, null of a line of either, and its twin. */
const linesMoney = (money: readonly Transfer[], given: string, network: string | null) => {
  const id = idAmong(money, given, network);
  const known = id === null ? undefined : money.find(({ key }) => key === transactionKey(id));
  return { id, known, twin: known ? undefined : money[0] };
};

/** Claims by the key of their line's transaction ID, which has no network. */
const claimsByLine = (
  own: ReadonlyMap<string, string>,
  claims: ReadonlyMap<string, ClaimByKey>,
): ReadonlyMap<string, ClaimByKey> =>
  new Map(
    [...own].flatMap(([id, ofNetwork]) => {
      const claim = claims.get(transactionKey(ofNetwork));
      return claim ? [[transactionKey(id), claim] as const] : [];
    }),
  );

type Judging = { mapping: StatementMapping; now: Date; columnNames: readonly string[]; uploadedAt: Date };

const judge = async (tx: Tx, { mapping, now, columnNames, uploadedAt }: Judging) => {
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
      const ofLine = (id: string) => linesMoney(money.get(networksOwnKey(id)) ?? [], id, networkOf(mapping));
      const own = new Map(numbers.map((id) => [id, ofLine(id).id ?? id]));
      const claims = claimsByLine(own, await claimsByKey(tx, [...own.values()].map(transactionKey), now));
      const ofOtherCars = await linesOfOtherCars(tx, received, claims);
      const judgeMoney = ({ line, transaction_id, amount, received_on }: MoneyFacts) => {
        const first = ids.repeats(line, transaction_id, amount);
        if (first !== null) return { outcome: 'repeated', reason: `The same as line ${first}.` };
        const { id, known, twin } = ofLine(transaction_id);
        if (id === null) return { outcome: 'unreadable', reason: TWO_NETWORKS };
        seen.received += 1;
        if (twin && !known && toPesewas(twin.amount) === toPesewas(amount)) seen.twins += 1;
        const claim = claims.get(transactionKey(transaction_id));
        const facts = { known, twin, claim, namesOther: ofOtherCars.has(line) };
        return judgeFee(line, outcomeOfLine({ amount, received_on }, facts), claim);
      };
      return mapYielding(lines, ({ unknownDirection, hasNumberForAmount, mayBeMoney: _, ...read }) => {
        seen.lines += 1;
        if (hasNumberForAmount) seen.numbers += 1;
        if (unknownDirection !== undefined && words.size < MAX_WORDS) words.add(unknownDirection);
        const { outcome, amount, received_on } = read;
        return outcome === 'received' && amount !== null && received_on !== null
          ? { ...read, ...judgeMoney({ ...read, amount, received_on }) }
          : read;
      });
    },
    end: () => {
      const isWrongColumn = seen.numbers >= FEWEST_LINES && seen.numbers * 2 > seen.lines;
      const isWrongNetwork = seen.twins >= FEWEST_LINES && seen.twins * 2 > seen.received;
      const problem = isWrongColumn ? WRONG_AMOUNTS : isWrongNetwork ? WRONG_NETWORK : '';
      return { columns: { unknown_directions: [...words], problem, ...coverage.end() }, lines: ids.contradictions() };
    },
  };
};

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

/** Records the money of statements of the company's accounts, and clears the claims that match. */
export const importOfStatements = importLife<StatementField, StatementMapping, Row, MoneyLine>({
  contract: statementImports,
  tables: { imports: 'statement_imports', lines: 'statement_lines', mappings: 'statement_mappings' },
  lineColumns: ['received_on', 'transaction_id', 'amount', 'balance', 'payer_name', 'payer_number', 'reference'],
  sum: 'amount',
  job: 'import statement',
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
    nothingToTake: 'No line of this statement says that money was received.',
    otherDays: 'days fit',
  },
  names: {
    date: [/^(transaction|trans|posting|payment|value)? ?date( ?(&|and|\/) ?time)?$/i, /^time ?stamp$/i, /date/i],
    transaction_id: [
      /^(financial )?(transaction|trans|txn|trx|tx)[ ._]?(id|no|number|ref)/i,
      /^(receipt|reference) (no|number|id)/i,
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
  suggest: ({ direction }, valuesOf) => {
    const isSigned = valuesOf('amount').some((amount) => /^(?:GH[S₵¢]|[₵¢])?\s*[-−(]\s*\d/i.test(amount));
    // A column of words is not needed where signs show the money that went out.
    const account = { mode: 'momo', network: null, covers_from: null, covers_to: null };
    return { ...account, direction: isSigned ? null : direction, directions: [] };
  },
  judge,
  ofOneFile: ['covers_from', 'covers_to'],
  // So few that clearing all of them holds the ledger's head for less than a second.
  chunk: 250,
  take: async (tx, { id, mapping, uploaded_by }, all, { by, now }) => {
    const network = networkOf(mapping);
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
      const facts = { known: before, twin, claim: claims.get(key), hasCleared, namesOther: ofOtherCars.has(line) };
      return { line, ...outcomeOfLine({ amount, received_on }, facts), is_imported: true };
    });
    return [...taken, ...ofTwo.map(({ line }) => ({ line, outcome: 'unreadable', reason: TWO_NETWORKS }))];
  },
  keepsLinesDays: SIX_YEARS,
});

export const { job: statementImport, clearOld: clearOldStatements } = importOfStatements;
