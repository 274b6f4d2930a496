import { OFFICE_SEARCH_MATCHES, type OfficeMatches } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { findDriversByText } from '#domains/drivers';
import { findPaymentsByText } from '#domains/payments';

/** The kinds of records that a caller may search. */
type Allowed = { drivers: boolean; payments: boolean };

const cut = <Row>(rows: Row[]): { rows: Row[]; has_more: boolean } => ({
  rows: rows.slice(0, OFFICE_SEARCH_MATCHES),
  has_more: rows.length > OFFICE_SEARCH_MATCHES,
});

/** Finds drivers and payments that begin as typed; a kind that the caller may not search is not asked for, and null. */
export const searchOffice = async (db: Db, text: string, may: Allowed): Promise<OfficeMatches> => {
  // One more than is shown tells that there are more.
  const most = OFFICE_SEARCH_MATCHES + 1;
  const [drivers, payments] = await Promise.all([
    may.drivers ? findDriversByText(db, text, most) : null,
    may.payments ? findPaymentsByText(db, text, most) : null,
  ]);
  return { drivers: drivers && cut(drivers), payments: payments && cut(payments) };
};
