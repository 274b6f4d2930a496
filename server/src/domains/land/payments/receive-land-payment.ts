import { plotName, type ReceivedLandPayment } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  askIfBackdated,
  type BackdatedDeps,
  type LandAtDesk,
  type MadeAtDesk,
  type ReceivedAtDesk,
  receiveMoney,
  withReceipts,
} from '#domains/clearance';
import { landClaim } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { paidPlot, payingApplication } from './land-payers.repo.ts';
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
      const claim = await landClaim(now, { ...(await feeOfRow(now, payer, row, at)), transaction_id }, at);
      return { ...claim, payment_year: null, payment_month: null };
    },
  }));
  return receiveMoney(tx, given, { ...ONE_RECEIPT, rows }, made);
};

/** The tenancy, application or plot that a row is for, with its page; undefined where for none. */
const placeInWords: LandAtDesk['placeOf'] = async (db, given, row) => {
  const { tenancy_id } = row;
  const tenancy = tenancy_id === undefined ? undefined : (await namesOfTenancies(db, [tenancy_id])).get(tenancy_id);
  if (tenancy)
    return {
      name: `Tenancy ${tenancy.indenture_number}, ${plotName(tenancy)}`,
      to: `/rent_account/${tenancy_id}`,
    };
  const applicationId = row.application_id ?? given.application_id;
  const application = applicationId === undefined ? undefined : await payingApplication(db, applicationId);
  const ofRow = row.application_id === undefined ? row.plot_id : undefined;
  const plotId = ofRow ?? application?.plot_id ?? given.plot_id;
  const plot = plotId === undefined ? undefined : await paidPlot(db, plotId);
  const name = presentOf([application ? `Application ${application.number}` : null, plot ? plotName(plot) : null]);
  if (name.length === 0) return undefined;
  return { name: name.join(', '), to: application ? `/applications/${application.id}` : `/plots/${plotId}` };
};

/** The payer; undefined where readPayer refuses them by now. */
const payerInWords: LandAtDesk['payerOf'] = async (db, given) => {
  try {
    const { name, details } = await readPayer(db, given);
    return { name, details };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

export const landDesk: LandAtDesk = { receive: receiveLandPayment, placeOf: placeInWords, payerOf: payerInWords };

export type DeskOfLand = Omit<BackdatedDeps, 'land'>;

/** Receives money for land at the desk, or asks for the approval of a day long past. */
export const receiveAtLandDesk = async (
  tx: Tx,
  body: ReceivedLandPayment,
  made: MadeAtDesk & { by: Caller },
  desk: DeskOfLand,
) => {
  const message = await askIfBackdated(tx, { land: body }, made, { ...desk, land: landDesk });
  if (message !== null) return { message, transaction_id: '', payment_ids: [], receipts: [] };
  return withReceipts(tx, await receiveLandPayment(tx, body, made));
};
