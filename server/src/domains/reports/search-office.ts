import { OFFICE_SEARCH_MATCHES, type OfficeMatches, type Permission, parseReceiptNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { findMoneyByText } from '#domains/clearance';
import { findDriversByText } from '#domains/drivers';
import { findCasesByText, findPlotsByText, findTenantsByText } from '#domains/land';
import { findPaymentsByText } from '#domains/payments';
import { findReceipt } from '#domains/receipts';

// One extra row shows that there are more.
const MOST = OFFICE_SEARCH_MATCHES + 1;

const cut = <Row>(rows: readonly Row[]): { rows: Row[]; has_more: boolean } => ({
  rows: rows.slice(0, OFFICE_SEARCH_MATCHES),
  has_more: rows.length > OFFICE_SEARCH_MATCHES,
});

type Matches<Kind extends keyof OfficeMatches> = NonNullable<OfficeMatches[Kind]>;

/** ID numbers are searched for those alone who may read them. */
const drivers = async (db: Db, text: string, byIdNumber: boolean): Promise<Matches<'drivers'>> => {
  const { rows, near } = await findDriversByText(db, text, { most: MOST, byIdNumber });
  const shown = cut(rows);
  return { ...shown, near: near.slice(0, OFFICE_SEARCH_MATCHES - shown.rows.length) };
};

/** A receipt's number begins with its R here, so that no other number is taken for one. */
const receiptNumberIn = (text: string): string | null => {
  const [, digits] = /^r([\dOIL\s]+)$/i.exec(text) ?? [];
  return digits === undefined ? null : parseReceiptNumber(digits.replace(/O/gi, '0').replace(/[IL]/gi, '1'));
};

const tenants = async (db: Db, text: string): Promise<Matches<'tenants'>> => {
  const { rows, has_more } = cut(await findTenantsByText(db, text, MOST));
  return {
    rows: rows.map(({ id, tenant_code, fullname, contact_number, zones, indentures }) => ({
      ...{ id, tenant_code, fullname, contact_number, zones, indentures },
    })),
    has_more,
  };
};

const plots = async (db: Db, text: string): Promise<Matches<'plots'>> => {
  const { rows, has_more } = cut(await findPlotsByText(db, text, MOST));
  return {
    rows: rows.map(({ id, zone, block, plot_number, state, tenant_name }) => ({
      ...{ id, zone, block, plot_number, state, tenant_name },
    })),
    has_more,
  };
};

const receipts = async (db: Db, text: string): Promise<Matches<'receipts'>> => {
  const number = receiptNumberIn(text);
  const receipt = number === null ? null : await findReceipt(db, { number });
  if (!receipt) return { rows: [], has_more: false };
  const { number: id, paid_on, payer_name, amount, status } = receipt;
  return cut([{ id, paid_on, payer_name, amount, status }]);
};

/** Finds records for the office's search box; null for kinds that the caller may not search. */
export const searchOffice = async (
  db: Db,
  text: string,
  can: (permission: Permission) => boolean,
): Promise<OfficeMatches> => {
  const seesMoney = can('payments.read');
  const seesLand = can('land.read');
  const [found, payments, receiptRows, money, tenantRows, plotRows, cases] = await Promise.all([
    can('drivers.search') || can('drivers.read') ? drivers(db, text, can('drivers.read')) : null,
    seesMoney ? findPaymentsByText(db, text, MOST).then(cut) : null,
    seesMoney ? receipts(db, text) : null,
    seesMoney ? findMoneyByText(db, text, MOST).then(cut) : null,
    seesLand ? tenants(db, text) : null,
    seesLand ? plots(db, text) : null,
    seesLand ? findCasesByText(db, text, MOST).then(cut) : null,
  ]);
  return { drivers: found, payments, receipts: receiptRows, money, tenants: tenantRows, plots: plotRows, cases };
};
