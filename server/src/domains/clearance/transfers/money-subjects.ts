import { transactionKey } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { HandKind, Subject } from '#domains/approvals';
import { type ClaimCase, type PricedClaim, pricesOfClaims } from '#domains/payments';
import { type Transfer, transfersById, transfersOfIds } from './transfers.repo.ts';

/** Money as a record in which somebody had a hand. */
export const moneySubject = ({ id }: Pick<Transfer, 'id'>): Subject => ({ kind: 'transfer', id });

/** Money as the list of decisions made alone has it. */
export const namedMoney = (transfer: Pick<Transfer, 'id' | 'transaction_id'>) => ({
  ...moneySubject(transfer),
  name: transfer.transaction_id,
});

/** A statement, in which those have a hand who sent it, chose its columns or imported it. */
export const statementSubject = (id: string): Subject => ({ kind: 'statement', id });

export const paymentSubject = (id: string): Subject => ({ kind: 'payment', id });

/** A transaction ID, in which those have a hand who gave it to a claim, or took it from one. */
export const transactionSubject = (transactionId: string): Subject => ({
  kind: 'transaction',
  id: transactionKey(transactionId),
});

type Claim = PricedClaim & Pick<ClaimCase, 'id' | 'key' | 'status'>;

/** The records of claims in which a hand keeps a person from deciding, by the claims' ids. */
export const subjectsOfClaims = async (db: Db, claims: readonly Claim[]): Promise<ReadonlyMap<string, Subject[]>> => {
  const waiting = claims.filter(({ status }) => status === 'submitted');
  const prices = waiting.length === 0 ? () => [] : await pricesOfClaims(db, waiting);
  return new Map(
    claims.map((claim) => {
      const { id, key, status } = claim;
      const own = [paymentSubject(id), { kind: 'transaction', id: key }];
      return [id, status === 'submitted' ? [...own, ...prices(claim)] : own];
    }),
  );
};

/** The records of money in which a hand counts, but for some ways to have had one. */
export const subjectsOfMoney = (transfer: Transfer, but: readonly HandKind[] = []): Subject[] => [
  { ...moneySubject(transfer), but },
  { kind: 'transaction', id: transfer.key },
];

/**
 * The records of received money in which a hand counts, found by its numbers and by transaction
 * IDs, also of those that no money has yet.
 */
export const recordsOfMoney = async (
  db: Db,
  { transferIds, transactionIds = [] }: { transferIds: readonly string[]; transactionIds?: readonly string[] },
): Promise<Subject[]> => {
  const transfers = [...(await transfersById(db, transferIds)), ...(await transfersOfIds(db, transactionIds))];
  return [...transfers.flatMap((transfer) => subjectsOfMoney(transfer)), ...transactionIds.map(transactionSubject)];
};
