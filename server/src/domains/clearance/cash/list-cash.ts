import {
  type CashMovement,
  type CashOfClerk,
  cashByClerk,
  cashMovements,
  formatReceiptNumber,
  type ListQuery,
  ownCash,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { ownersById } from '#domains/drivers';
import { accountsOfLogin, loginOf, loginsOf } from '#domains/identity';
import { cashPostings } from '#domains/ledger';
import { driversIn, receiptedPayments } from '#domains/payments';
import { receiptRows } from '#domains/receipts';
import { pluck, presentOf } from '#lib/values.ts';
import {
  type CashRelations,
  type ClerkRow,
  clerkRows,
  type IsHandedIn,
  type MovementRow,
  movementFilters,
  movementRows,
  ofAccount,
  pageOfClerks,
  pageOfMovements,
} from './cash.repo.ts';

const relationsWith = (isHandedIn: IsHandedIn): CashRelations => ({
  cashOn: (day) => cashPostings({ from: day, to: day }),
  accountsOfLogin,
  loginOf,
  isHandedIn,
});

/** Hides the sums of cash that the viewer is still to count; nothing of what is none. */
const presentClerks = (rows: ClerkRow[], _: Db, viewer: string): CashOfClerk[] =>
  rows.map(({ is_counted, ...row }) => {
    if (is_counted || row.id !== viewer) return row;
    const [taken, returned] = [row.count > 0 ? null : row.taken, row.returned_count > 0 ? null : row.returned];
    return { ...row, taken, returned, net: null };
  });

/** The cash and cheques of a day by clerk, as an account sees them. */
export const cashByClerkSource = (isHandedIn: IsHandedIn) => {
  const relations = relationsWith(isHandedIn);
  const byClerk: ListSql<ListQuery<typeof cashByClerk>, ClerkRow, string> = {
    rows: (db, { day }) => clerkRows(db, day, relations),
    filters: { day: () => null },
    sorts: { clerk: ['clerk', 'id'] },
    rollUp: { knows: ['day'], page: (db, query, viewer) => pageOfClerks(db, query, { relations, viewer }) },
  };
  return listSource(cashByClerk, byClerk, presentClerks);
};

/**
 * Movements with their clerks, and the receipts and drivers of what they pay. Cash that the viewer
 * is still to count has no amount.
 */
const present = async (rows: MovementRow[], db: Db, viewer: string): Promise<CashMovement[]> => {
  const logins = await loginsOf(db, presentOf(pluck(rows, 'clerk_id')));
  const paid = await receiptedPayments(db, presentOf(pluck(rows, 'transfer_id')));
  const drivers = await ownersById(db, driversIn(paid));
  const issued = await receiptRows(db, pluck(paid, 'id'));
  const numbers = new Map(issued.map(({ subject_id, number }) => [subject_id, formatReceiptNumber(number)]));
  return rows.map(({ clerk_id, at, is_counted, ...row }) => {
    const own = paid.filter(({ transfer_id }) => transfer_id === row.transfer_id);
    const codes = own.map(({ driver_id, payer_details }) => drivers.get(driver_id ?? '')?.driver_code ?? payer_details);
    return {
      ...row,
      amount: is_counted || clerk_id !== viewer ? row.amount : null,
      at: at.toISOString(),
      clerk: clerk_id === null ? null : (logins.get(clerk_id) ?? null),
      paid_for: [...new Set(presentOf(codes))],
      receipts: [...new Set(presentOf(own.map(({ id, received_with }) => numbers.get(received_with ?? id) ?? null)))],
    };
  });
};

export const cashMovementsSource = (isHandedIn: IsHandedIn) => {
  const relations = relationsWith(isHandedIn);
  const movements: ListSql<ListQuery<typeof cashMovements>, MovementRow, string> = {
    rows: (db, { day }) => movementRows(db, day, relations),
    filters: movementFilters(relations),
    sorts: { at: ['at', 'id'] },
    rollUp: {
      knows: ['day', 'kind', 'clerk'],
      page: (db, query, viewer) => pageOfMovements(db, query, { relations, viewer }),
    },
  };
  return listSource(cashMovements, movements, present);
};

/** The movements of one account, which reads them. */
export const ownCashSource = (isHandedIn: IsHandedIn) => {
  const relations = relationsWith(isHandedIn);
  const own: ListSql<ListQuery<typeof ownCash>, MovementRow, string> = {
    rows: (db, { day }) => movementRows(db, day, relations),
    filters: movementFilters(relations),
    scope: ofAccount,
    sorts: { at: ['at', 'id'] },
    rollUp: {
      knows: ['day', 'kind'],
      page: (db, query, viewer) => pageOfMovements(db, query, { relations, viewer, isOwn: true }),
    },
  };
  return listSource(ownCash, own, present);
};
