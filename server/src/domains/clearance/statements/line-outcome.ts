import {
  feeMoneyText,
  formatDay,
  formatMoney,
  type LineOutcome,
  type StatementMapping,
  type TransferStatus,
  toPesewas,
  transactionKey,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { namingOtherCars } from '#domains/drivers';
import type { ClaimByKey } from '#domains/payments';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { networksInWords } from '../transfers/network-ids.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import type { LineMoney } from './read-line.ts';

/** A line of money received, as it is stored. */
export type MoneyLine = Omit<LineMoney, 'received_on' | 'amount'> & TableRow & Record<'received_on' | 'amount', string>;

const KNOWN = {
  open: 'It was recorded before, and waits for a claim or a person.',
  matched: 'It was recorded before, and has cleared a payment.',
  dismissed: 'It was recorded before, and was set aside.',
  pending: 'It was recorded before, as a cheque that waits for its bank.',
  ended: 'It was recorded before, and was given back or never came.',
} as const satisfies Record<TransferStatus, string>;

export type MoneyFacts = Pick<MoneyLine, 'line' | 'transaction_id' | 'amount' | 'received_on'>;
export type LineWithOutcome = { outcome: LineOutcome; reason: string };
type Facts = {
  /** Money with the line's transaction ID that was recorded before. */
  known: { amount: string; received_on: string; status: TransferStatus } | undefined;
  /** Money of another network that has the line's transaction ID. */
  twin?: Pick<Transfer, 'network' | 'amount' | 'received_on'> | undefined;
  claim: ClaimByKey | undefined;
  /** Absent before an import. */
  hasCleared?: boolean;
  /** The statement that covers the line's day and lacks it, so that the money is marked. */
  lackedBy?: string | undefined;
  /** True where the line's reference is the car of another registered driver than the claim's. */
  namesOther: boolean;
};

/** The outcome of a line of money received, and why. Before an import it is the expected one. */
export const outcomeOfLine = (
  { amount, received_on }: Pick<MoneyFacts, 'amount' | 'received_on'>,
  { known, twin, claim, hasCleared, lackedBy, namesOther }: Facts,
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
  const lacking = `statement ${lackedBy} covers ${formatDay(received_on)} and does not have it`;
  if (!claim && lackedBy) return is('waits', `No claim has this transaction ID, and ${lacking}.`);
  if (!claim) return is('no_claim', 'No claim has this transaction ID.');
  const { name, below } = claim;
  if (claim.status === 'cleared') return is('no_claim', `${name}: cleared before without its money.`);
  if (claim.isDisputed) return is('disputed', `${name}: another driver sent this transaction ID too.`);
  if (claim.isPaid) return is('paid', `${name}: its fee is paid already.`);
  if (differs(claim)) return is('differs', `${name}: ${formatMoney(claim.amount)} is claimed.`);
  if (namesOther) return is('other_car', `${name}: its reference is the car number of another driver.`);
  if (below) return is('below_price', `${name}: ${feeMoneyText(below)} ${formatMoney(below.owed)} is owed in all.`);
  const otherwise = hasCleared === undefined ? ' It clears if somebody else than its sender imports this file.' : '';
  if (lackedBy) return is('waits', `${name}: ${lacking}.${otherwise}`);
  return hasCleared === false ? is('waits', `${name}: a person decides on Payment Clearance.`) : is('clears', name);
};

/** Finds lines whose reference is the car of another driver than that of their claim. */
export const linesOfOtherCars = async (
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

export const TWO_NETWORKS = 'Money of two networks has this transaction ID. Choose the network of this statement.';

export const networkOfStatement = ({ mode, network }: StatementMapping): string | null =>
  mode === 'momo' ? network : null;

/** Claims by the key of their line's transaction ID, which has no network. */
export const claimsByLine = (
  own: ReadonlyMap<string, string>,
  claims: ReadonlyMap<string, ClaimByKey>,
): ReadonlyMap<string, ClaimByKey> =>
  new Map(
    [...own].flatMap(([id, ofNetwork]) => {
      const claim = claims.get(transactionKey(ofNetwork));
      return claim ? [[transactionKey(id), claim] as const] : [];
    }),
  );
