import {
  type CashMovement,
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
import { moneyAccount, movementsOn } from '#domains/ledger';
import { receiptedPayments } from '#domains/payments';
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
  type OwnRow,
  ofAccount,
  ownRows,
  pageOfClerks,
  pageOfMovements,
  pageOfOwn,
} from './cash.repo.ts';

const RELATIONS: CashRelations = {
  cashOn: (day) => movementsOn(moneyAccount('cash'), day),
  accountsOfLogin,
  loginOf,
};

const byClerk: ListSql<ListQuery<typeof cashByClerk>, ClerkRow> = {
  rows: (db, { day }) => clerkRows(db, day, RELATIONS),
  filters: { day: () => null },
  sorts: { clerk: ['clerk', 'id'] },
  rollUp: { knows: ['day'], page: (db, query) => pageOfClerks(db, query, RELATIONS) },
};

/** The cash and cheques of a day by clerk. */
export const cashByClerkSource = listSource(cashByClerk, byClerk, (rows) => rows);

type With<Amount, Row> = Omit<Row, 'amount'> & { amount: Amount };

/** Movements with their clerks, and the receipts and drivers of what they pay. */
const present = async <Amount extends string | null>(
  rows: With<Amount, MovementRow>[],
  db: Db,
): Promise<With<Amount, CashMovement>[]> => {
  const logins = await loginsOf(db, presentOf(pluck(rows, 'clerk_id')));
  const paid = await receiptedPayments(db, presentOf(pluck(rows, 'transfer_id')));
  const drivers = await ownersById(db, pluck(paid, 'driver_id'));
  const issued = await receiptRows(db, 'payment', pluck(paid, 'id'));
  const numbers = new Map(issued.map(({ subject_id, number }) => [subject_id, formatReceiptNumber(number)]));
  return rows.map(({ clerk_id, at, ...row }) => {
    const own = paid.filter(({ transfer_id }) => transfer_id === row.transfer_id);
    const codes = own.map(({ driver_id }) => drivers.get(driver_id)?.driver_code ?? null);
    return {
      ...row,
      at: at.toISOString(),
      clerk: clerk_id === null ? null : (logins.get(clerk_id) ?? null),
      paid_for: [...new Set(presentOf(codes))],
      receipts: presentOf(own.map(({ id }) => numbers.get(id) ?? null)),
    };
  });
};

const movements: ListSql<ListQuery<typeof cashMovements>, MovementRow> = {
  rows: (db, { day }) => movementRows(db, day, RELATIONS),
  filters: movementFilters(RELATIONS),
  sorts: { at: ['at', 'id'] },
  rollUp: {
    knows: ['day', 'kind', 'clerk'],
    page: (db, query) => pageOfMovements(db, query, RELATIONS),
  },
};

export const cashMovementsSource = listSource(cashMovements, movements, present);

/** The movements of one account. */
export const ownCashSource = (isHandedIn: IsHandedIn) => {
  const deps = { relations: RELATIONS, isHandedIn };
  const own: ListSql<ListQuery<typeof ownCash>, OwnRow, string> = {
    rows: (db, { day }) => ownRows(db, day, deps),
    filters: movementFilters(RELATIONS),
    scope: ofAccount,
    sorts: movements.sorts,
    rollUp: { knows: ['day', 'kind'], page: (db, query, of) => pageOfOwn(db, query, { ...deps, of }) },
  };
  return listSource(ownCash, own, present);
};
