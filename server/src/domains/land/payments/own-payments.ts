import { formatMoney, type LandPaidRow, type Network, type TenantClaim } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { storePrompt } from '#domains/clearance';
import {
  countsOfOwnClaim,
  type IdsForClaim,
  keepLandAttempt,
  landClaim,
  readClaim,
  sendClaim,
  storeClaim,
} from '#domains/payments';
import { addressKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import { isAllTheirs } from './land-payers.repo.ts';
import { feeOfRow, readPayer } from './land-payers.ts';

type Sent = { by: Caller; now: Date };
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** A fee of the signed-in tenant. Refused as a row of the desk is; others' land as unknown land. */
const ownFee = async (db: Db, row: LandPaidRow, { by, now }: Sent) => {
  const tenant = await ownTenant(db, by);
  if (!(await isAllTheirs(db, tenant.id, row))) {
    const field =
      row.tenancy_id !== undefined ? 'tenancy_id' : row.plot_id !== undefined ? 'plot_id' : 'application_id';
    throw refusalAt('refused', field, 'This is none of yours. Please choose one of your plots.');
  }
  return feeOfRow(db, await readPayer(db, { tenant_id: tenant.id }), row, now);
};

/** The land that a payment is for, as limits count it. */
export const landOf = ({ tenancy_id, plot_id, application_id }: LandPaidRow): string => {
  if (tenancy_id !== undefined) return `tenancy ${tenancy_id}`;
  if (plot_id !== undefined) return `plot ${plot_id}`;
  return application_id === undefined ? 'land' : `application ${application_id}`;
};

/** The counts of a tenant's claim, in the order to count in. */
export const countsOfLandClaim = (by: Caller, row: LandPaidRow) =>
  countsOfOwnClaim(by.accountId, landOf(row), 'this land');

export type IdsOfMoney = { idsForClaim: IdsForClaim };

type Claiming = Sent &
  IdsOfMoney & {
    address: string;
    /** Counted with the claim, so that a refused one uses nothing up. */
    counting: CheckedCounting | null;
    networks: readonly Network[];
    inTransaction: InTransaction;
  };

/** Sends the claim of the signed-in tenant. Refused as claims of drivers are. */
export const sendOwnClaim = async (
  db: Db,
  body: TenantClaim,
  { by, now, address, counting, networks, idsForClaim, inTransaction }: Claiming,
) => {
  const { network = null, transaction_id: transactionId, ...row } = readClaim(body, networks);
  const fee = { ...(await ownFee(db, row, { by, now })), claimed_network: network };
  const store = (transaction_id: string) =>
    inTransaction(async (tx) => {
      const { id } = await storeClaim(tx, await landClaim(tx, { ...fee, transaction_id }, now), counting);
      const message = `Thank you. Your payment of ${formatMoney(row.amount)} was sent and waits to be cleared.`;
      return { success: true as const, message, payment_id: id };
    });
  const keep = (ids: readonly string[]) => keepLandAttempt(db, fee, { ids, address: addressKey(address), now });
  return sendClaim(db, { transactionId, store, keep }, idsForClaim);
};

type Prompting = Sent & { counting: CheckedCounting | null; inTransaction: InTransaction };

/** Has a phone asked to approve a payment of the signed-in tenant. Refused as other prompts are. */
export const sendOwnPrompt = async (
  db: Db,
  { payer_number, ...row }: LandPaidRow & { payer_number: string },
  { by, now, counting, inTransaction }: Prompting,
) => {
  const { payer_number: _own, ...fee } = await ownFee(db, row, { by, now });
  const { period, amount_due = null } = await landClaim(db, { ...fee, payer_number, transaction_id: '' }, now);
  const prompt = { ...fee, period, amount_due, payment_year: null, payment_month: null, payer_number };
  return inTransaction(async (tx) => ({
    success: true as const,
    ...(await storePrompt(tx, prompt, now, counting)),
  }));
};
