import { type DayOrder, type StatementMapping, transactionKey } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { namingOtherCars } from '#domains/drivers';
import { type ClaimByKey, claimsByKey } from '#domains/payments';
import { mapGivingWay } from '#lib/give-way.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import { type CheckedLine, keepContradictions, keepLines, nextRows } from './lines.repo.ts';
import { type KnownMoney, outcomeOfLine } from './reading/outcome-of-line.ts';
import { type ReadLine, readLine } from './reading/read-line.ts';
import { repeatedIds } from './reading/repeated-ids.ts';

/** Lines that are read and asked about at once. */
const BATCH = 2_000;
/** Words of the direction that are asked about. */
const MAX_WORDS = 20;

/** Findings about the lines besides their money. */
export type Checked = {
  /** Lines whose days fit the other order alone. */
  ofOtherOrder: number;
  otherOrder: DayOrder | null;
  unknownDirections: string[];
};

type Facts = {
  known: ReadonlyMap<string, KnownMoney>;
  claims: ReadonlyMap<string, ClaimByKey>;
  /** Lines whose reference is another driver's car than their claim's. */
  ofOtherCars: ReadonlySet<number>;
};

type Received = { line: number; transaction_id: string; reference: string };

/** Those of these lines whose reference is the car of another registered driver than that of their claim. */
export const linesOfOtherCars = async (
  db: Db,
  lines: readonly Received[],
  claims: ReadonlyMap<string, ClaimByKey>,
): Promise<ReadonlySet<number>> => {
  const named = lines.flatMap(({ line, transaction_id, reference }) => {
    const claim = claims.get(transactionKey(transaction_id));
    return claim?.status === 'submitted' ? [{ id: String(line), reference, driverId: claim.driverId }] : [];
  });
  return new Set([...(await namingOtherCars(db, named))].map(Number));
};

const factsOf = async (db: Db, lines: readonly Received[]): Promise<Facts> => {
  const ids = lines.map(({ transaction_id }) => transaction_id);
  const transfers = await transfersOfIds(db, ids);
  const claims = await claimsByKey(db, ids.map(transactionKey));
  const known = new Map(transfers.map((transfer) => [transfer.key, transfer]));
  return { known, claims, ofOtherCars: await linesOfOtherCars(db, lines, claims) };
};

type Outcome = ReturnType<typeof outcomeOfLine>;

/** Lets only one line of a file clear a fee that is paid once. */
const feesOfFile = () => {
  const firsts = new Map<string, number>();
  return (line: number, found: Outcome, claim: ClaimByKey | undefined): Outcome => {
    const fee = found.outcome === 'clears' ? claim?.feePaidOnce : null;
    const first = fee && firsts.get(fee);
    if (fee && !first) firsts.set(fee, line);
    if (!first) return found;
    return { outcome: 'paid', reason: `${found.reason}: line ${first} is for it too, and one of them clears it.` };
  };
};

const checkedOf = (
  line: number,
  { outcome: kind, reason, otherOrder: _, unknownDirection: __, ...money }: ReadLine,
  firstLine: number | null,
  { known, claims, ofOtherCars }: Facts,
  judge: ReturnType<typeof feesOfFile>,
): CheckedLine => {
  if (kind !== 'received' || money.amount === null) {
    return { line, ...money, outcome: kind === 'received' ? 'unreadable' : kind, reason };
  }
  if (firstLine !== null) return { line, ...money, outcome: 'repeated', reason: `The same as line ${firstLine}.` };
  const key = transactionKey(money.transaction_id);
  const claim = claims.get(key);
  const facts = { known: known.get(key), claim, namesOther: ofOtherCars.has(line) };
  return { line, ...money, ...judge(line, outcomeOfLine(money.amount, facts), claim) };
};

/**
 * Reads the lines of a statement after its column names by the mapping, and stores of each what an import would do and why. The
 * claims and the money known are those of this moment.
 */
export const checkLines = async (tx: Tx, id: string, mapping: StatementMapping, now: Date): Promise<Checked> => {
  const ids = repeatedIds();
  const judge = feesOfFile();
  const words = new Set<string>();
  let [ofOtherOrder, otherOrder]: [number, DayOrder | null] = [0, null];
  let after = mapping.header_line;
  for (let rows: TableRow[] = await nextRows(tx, id, after, BATCH); rows.length > 0; ) {
    const lines = await mapGivingWay(rows, ({ line, cells }) => ({ line, read: readLine(cells, mapping, now) }));
    const received = lines.filter(({ read }) => read.outcome === 'received');
    const facts = await factsOf(
      tx,
      received.map(({ line, read }) => ({ line, ...read })),
    );
    const checked = await mapGivingWay(lines, ({ line, read }) => {
      if (read.unknownDirection !== undefined && words.size < MAX_WORDS) words.add(read.unknownDirection);
      if (read.otherOrder) [ofOtherOrder, otherOrder] = [ofOtherOrder + 1, read.otherOrder];
      const { transaction_id, amount } = read;
      const first =
        read.outcome === 'received' && amount !== null ? ids.repeats({ line, transaction_id, amount }) : null;
      return checkedOf(line, read, first, facts, judge);
    });
    await keepLines(tx, id, checked);
    after = rows.at(-1)?.line ?? after;
    rows = rows.length < BATCH ? [] : await nextRows(tx, id, after, BATCH);
  }
  await keepContradictions(tx, id, ids.contradictions());
  return { ofOtherOrder, otherOrder, unknownDirections: [...words] };
};
