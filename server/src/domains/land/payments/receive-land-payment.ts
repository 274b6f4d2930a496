import type { ReceivedLandPayment } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  askIfBackdated,
  type BackdatedDeps,
  type MadeAtDesk,
  type ReceivedAtDesk,
  receiveMoney,
  withReceipts,
} from '#domains/clearance';
import { landClaim } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { feeOfRow, readPayer } from './land-payers.ts';

/** One receipt has all rows; the request has refused those that say the same. */
const ONE_RECEIPT = { refuseRepeat: () => undefined, credit: null, isOneReceipt: true } as const;

/**
 * Receives money for land, from a tenant, an applicant or for a plot. Refused as a row's payer and
 * type are, and as money at the desk is.
 */
export const receiveLandPayment = async (
  tx: Tx,
  given: ReceivedLandPayment,
  made: MadeAtDesk,
): Promise<ReceivedAtDesk> => {
  const payer = await readPayer(tx, given);
  const rows = given.payments.map((row) => ({
    amount: row.amount,
    judge: async (now: Tx, transaction_id: string, at: Date) => {
      const claim = await landClaim(now, { ...(await feeOfRow(now, payer, row)), transaction_id }, at);
      return { ...claim, payment_year: null, payment_month: null };
    },
  }));
  return receiveMoney(tx, given, { ...ONE_RECEIPT, rows }, made);
};

export type DeskOfLand = Omit<BackdatedDeps, 'receiveLand'>;

/** Receives money for land at the desk, or asks for the approval of a day long past. */
export const receiveAtLandDesk = async (
  tx: Tx,
  body: ReceivedLandPayment,
  made: MadeAtDesk & { by: Caller },
  desk: DeskOfLand,
) => {
  const message = await askIfBackdated(tx, { land: body }, made, { ...desk, receiveLand: receiveLandPayment });
  if (message !== null) return { message, transaction_id: '', payment_ids: [], receipts: [] };
  return withReceipts(tx, await receiveLandPayment(tx, body, made));
};
