import { formatMoney, MONTH_CODES, payOwed, type TransferDecisionBody, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { currentDriverOfCar, lockDrivers, ownersById } from '#domains/drivers';
import { debtsOfDrivers, heldInWords, judgeClaim, partAfter, storeClaim } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { clearWith, refuseUnpaid } from '../transfers/clear-with.ts';
import { refuseOwnDecision } from '../transfers/hands-in-money.ts';
import { namedMoney, paymentSubject } from '../transfers/money-subjects.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import { refuseHeld, restOfMoney } from './decide-case.ts';

export type DecidingMoney = { transfer: Transfer; body: TransferDecisionBody; by: Caller; now: Date };

type Judged = Awaited<ReturnType<typeof judgeClaim>>;
type Claim = Parameters<typeof judgeClaim>[1];
type Driver = { id: string; driver_code: string; car_number: string };
type Fee = Pick<Claim, 'payment_type' | 'payment_year' | 'payment_month' | 'amount'>;

/** Stores a payment of money. Refused where another payment has taken its part meanwhile. */
const storePart = async (tx: Tx, payment: Parameters<typeof storeClaim>[1]): Promise<string> => {
  try {
    return (await storeClaim(tx, payment)).id;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'transaction_id_taken')) throw error;
    const message = `Somebody else used the money of ${transactionName(payment.transaction_id)} just now. Please look at it again.`;
    throw new Refusal('conflict', message, {}, { cause: error });
  }
};

/** Refuses money that is not free for a driver, or for the person who decides. */
const refuseToAssign = async (tx: Tx, { transfer, by, now }: DecidingMoney, driver: Driver): Promise<void> => {
  const decides = { action: 'transfers.assign', subject: namedMoney(transfer) } as const;
  await refuseOwnDecision(tx, { money: [transfer], driverIds: [driver.id] }, decides, { by, now });
};

/**
 * Stores a driver's payments of fees, in their order, and clears all of them with the money. `part`
 * is the first one's: read with what {@link refuseHeld} judged, so that a claim of the ID that came
 * meanwhile takes it, and is not passed over.
 */
const payFees = async (
  tx: Tx,
  { transfer, by, now }: DecidingMoney,
  { driver, fees, part }: { driver: Driver; fees: readonly Fee[]; part: number },
): Promise<{ message: string | null }> => {
  const { transaction_id, mode } = transfer;
  const { driver_code, car_number } = driver;
  const stored: { id: string; claim: Claim; judged: Judged }[] = [];
  for (const [index, fee] of fees.entries()) {
    const claim = { ...fee, car_number, driver_code, transaction_id };
    const judged = await judgeClaim(tx, claim, now);
    stored.push({ id: await storePart(tx, { ...judged, mode, part: part + index }), claim, judged });
  }
  // Judged again under its lock: what a fee requires may have been given back or reversed since.
  await lockDrivers(tx, [driver.id]);
  for (const { claim } of stored) await judgeClaim(tx, claim, now);
  for (const { id, judged } of stored) {
    const subject = { kind: 'payment', id, name: transaction_id };
    const after = { driver_code, amount: judged.amount, type_code: judged.type_code };
    await audit(tx, by, { action: 'transfers.assign', subject, after }, now);
  }
  const subjects = stored.map(({ id }) => paymentSubject(id));
  await noteHands(tx, [{ accountId: by.accountId, what: 'assigned', subjects }], now);
  const amounts = new Map(stored.map(({ id, judged }) => [id, judged.amount]));
  await clearWith(tx, { transferId: transfer.id, amounts, change: 'clear' }, { by, now });
  const cleared = stored.map(
    ({ id, judged: { type_code, payment_year, payment_month, amount, amount_due = null } }) => ({
      ...{ id, driver_id: driver.id, type_code, payment_year, payment_month, amount, amount_due },
    }),
  );
  const held = [...(await heldInWords(tx, cleared, now)).values()];
  return { message: held.length === 0 ? null : `Cleared. ${held.join(' ')}` };
};

/** Stores a driver's payment and clears it with unclaimed money. */
export const assignFee = async (tx: Tx, deciding: DecidingMoney): Promise<string> => {
  const { transfer, body } = deciding;
  if (!body.fee) throw new Error('A decision to assign has no fee');
  refuseUnpaid(transfer);
  const part = partAfter(await refuseHeld(tx, transfer));
  const { car_number } = body.fee;
  const [found] = (await currentDriverOfCar(car_number).execute(tx)).rows;
  if (!found) throw new Refusal('refused', `No current driver has the car number ${car_number}.`);
  if ((body.driver_id ?? found.id) !== found.id) {
    throw new Refusal('conflict', `The car ${car_number} is another driver’s now. Please find the driver again.`);
  }
  const driver = { ...found, car_number };
  await refuseToAssign(tx, deciding, driver);
  const amount = body.amount ?? (await restOfMoney(tx, transfer));
  const { message } = await payFees(tx, deciding, { driver, fees: [{ ...body.fee, amount }], part });
  return message ?? `Cleared: ${formatMoney(amount)} for ${driver.driver_code}.`;
};

const CHANGED = 'What is left of this money, or what the driver owes, has changed meanwhile. Please look at it again.';

/**
 * Pays what a driver owes with unclaimed money, the oldest fee first; the rest becomes credit.
 * Refused with 409 `conflict` where that is no more what the person saw.
 */
export const payWhatIsOwed = async (tx: Tx, deciding: DecidingMoney): Promise<string> => {
  const { transfer, body, now } = deciding;
  refuseUnpaid(transfer);
  const part = partAfter(await refuseHeld(tx, transfer));
  const id = body.driver_id ?? '0';
  const driver = (await ownersById(tx, [id])).get(id);
  if (!driver || driver.is_removed) throw new Refusal('refused', 'This driver is not registered any more.');
  await refuseToAssign(tx, deciding, driver);
  const left = await restOfMoney(tx, transfer);
  const { owed, due } = (await debtsOfDrivers(tx, [id], now)).get(id) ?? { owed: '0.00', due: [] };
  if ((body.left ?? left) !== left || (body.owed ?? owed) !== owed) throw new Refusal('conflict', CHANGED);
  const paid = payOwed(left, due);
  if (paid.length === 0) {
    throw new Refusal('refused', `${driver.driver_code} owes nothing. Choose the fee that this money pays.`);
  }
  const fees = paid.map(({ payment_type, payment_year, payment_month, amount }): Fee => {
    const month = MONTH_CODES.find((code) => code === payment_month);
    return {
      payment_type,
      amount,
      ...(payment_year !== null && { payment_year }),
      ...(month && { payment_month: month }),
    };
  });
  const { message } = await payFees(tx, deciding, { driver, fees, part });
  const over = fees.length === 1 ? '' : ` over ${fees.length} fees`;
  return message ?? `Cleared: ${formatMoney(left)} for ${driver.driver_code}${over}.`;
};
