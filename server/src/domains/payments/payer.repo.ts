import type { PayerSide } from '@banbo/contract';
import { sql } from 'kysely';
import { PAYER_FIELDS } from '#db/payer-fields.ts';

/** Whom a payment is of: a driver; or on the land side a tenant, an applicant or a plot. */
export type PaymentPayer = {
  driver_id: string | null;
  tenant_id: string | null;
  application_id: string | null;
  plot_id: string | null;
  /** Of ground rent, the tenancy that it is paid for. */
  tenancy_id: string | null;
  /** Null of drivers, whose name is that of their record. */
  payer_name: string | null;
  payer_details: string | null;
  /** In E.164 form. */
  payer_number: string | null;
};

type MaybeDriver = { driver_id: string | null };
export type OfDriver<Row extends MaybeDriver> = Row & { driver_id: string };

/** True of a driver's payment; those of the land side make no credit. */
export const isOfDriver = <Row extends MaybeDriver>(row: Row): row is OfDriver<Row> => row.driver_id !== null;

/** The ids of the drivers among the payers of these payments. */
export const driversIn = (rows: readonly MaybeDriver[]): string[] =>
  rows.filter(isOfDriver).map(({ driver_id }) => driver_id);

export const sideOf = ({ driver_id }: MaybeDriver): PayerSide => (driver_id === null ? 'land' : 'drivers');

/** The columns of a payer in a row of the relation `claim`. */
export const PAYER_COLUMNS = sql.join(PAYER_FIELDS.map((name) => sql.ref(`claim.${name}`)));

/** True where the attempt `attempt` is of another payer than the row of `claims`. */
export const isOfOtherPayer = (claims: string) =>
  sql<boolean>`(attempt.driver_id, attempt.tenant_id) IS DISTINCT FROM (${sql.ref(`${claims}.driver_id`)}, ${sql.ref(`${claims}.tenant_id`)})`;
