import {
  formatMoney,
  fromPesewas,
  type PayerSide,
  type RefundSource,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Subject } from '#domains/approvals';
import {
  leftMoney,
  lockLeftMoney,
  lockTransfers,
  putBackMoney,
  recordsOfMoney,
  refusePayout,
  takeMoney,
  takePayment,
  unsureMoney,
} from '#domains/clearance';
import { keptRecord, lockDrivers, ownersById, recordAndMerged } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import {
  lockClaims,
  lockCredit,
  paymentsOfReceipt,
  paymentsThatMadeCredit,
  paymentToRefund,
  putBackCredit,
  recordsOfCredit,
  takeCredit,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { isRefunded, lockRefund, type Refund, sumAsked } from './refunds.repo.ts';

type Made = { by: Author; now: Date };

/** A source's part that can be given back, the day of its money, and its name in sentences. */
type Found = Pick<Refund, 'driver_id' | 'payment_id' | 'transfer_id'> & {
  most: bigint;
  /** The rest that is there, of money that a statement doubts or lacks. */
  unsure: bigint;
  paid_on: string | null;
  name: string;
};

/** A refund that is approved, with the reason as its records show it. */
type Taking = Refund & { reason: string };

type Source = {
  /**
   * Finds it for people of a side; refused with 404 `not_found`, and 409 `conflict` where nothing
   * can be given back.
   */
  find: (db: Db, id: string, side: PayerSide) => Promise<Found>;
  /** Locks it against others who ask, before it is found. */
  lock: (tx: Tx, id: string) => Promise<unknown>;
  /** Takes an approved refund out of it, but for the posting. */
  take: (tx: Tx, refund: Taking, made: Made) => Promise<void>;
  /** Puts a withdrawn one back, and says where it is; `book` posts that. */
  putBack: (tx: Tx, refund: Taking, made: Made & { book: () => Promise<void>; reason: string }) => Promise<string>;
  /** Refuses to pay out what turned out never to have come. */
  refusePayout: (tx: Tx, refund: Refund) => Promise<void>;
  /** The records of its money, in which hands count. */
  handsIn: (db: Db, refund: Refund) => Promise<Subject[]>;
};

const NOTHING = { driver_id: null, payment_id: null, transfer_id: null };

/** Says what of a credit is not given back, since its money may never have come. */
export const unsureInWords = (unsure: bigint): string =>
  `${formatMoney(fromPesewas(unsure))} of the credit, because a statement differs from its money or does not show it`;

/** The pesewas that are there less those that are unsure, and that others have asked for. */
const without = (there: bigint, asked: string, unsure = 0n): bigint => {
  const most = there - unsure - toPesewas(asked);
  if (most > 0n) return most;
  const waiting = toPesewas(asked);
  if (unsure > 0n && there > waiting)
    throw new Refusal('conflict', `Nothing can be given back until this is settled: ${unsureInWords(unsure)}.`);
  const message =
    waiting > 0n
      ? `All of it was asked for already: refunds of ${formatMoney(asked)} wait for approval.`
      : 'There is nothing to give back.';
  throw new Refusal('conflict', message);
};

const idOf = (id: string | null): string => {
  if (id === null) throw new Error('The refund has no source');
  return id;
};

/** The part of a driver's credit whose money a statement doubts or lacks, in pesewas. */
const unsureCredit = async (db: Db, driverId: string): Promise<bigint> => {
  const payments = await paymentsThatMadeCredit(db, driverId);
  const unsure = await unsureMoney(db, presentOf(pluck(payments, 'transfer_id')));
  return payments.reduce((sum, { transfer_id, credit: made }) => {
    return transfer_id !== null && unsure.has(transfer_id) ? sum + BigInt(made) : sum;
  }, 0n);
};

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const credit: Source = {
  find: async (db, id, side) => {
    if (side !== 'drivers') throw noSuch('driver');
    const driverId = await keptRecord(db, id);
    const owner = existing((await ownersById(db, [driverId])).get(driverId), 'driver');
    const there = (await creditOf(db, [driverId])).get(driverId) ?? 0n;
    const unsure = lesser(await unsureCredit(db, driverId), there);
    const asked = await sumAsked(db, { source: 'credit', driverIds: await recordAndMerged(db, driverId) });
    const most = without(there, asked, unsure);
    const [newest] = await paymentsThatMadeCredit(db, driverId);
    const name = `the credit of ${owner.driver_code}`;
    return { ...NOTHING, driver_id: driverId, most, unsure, paid_on: newest?.transaction_date ?? null, name };
  },
  lock: async (tx, id) => lockCredit(tx, await keptRecord(tx, id)),
  take: async (tx, { driver_id, amount }) => {
    const asked = { driverId: idOf(driver_id), pesewas: toPesewas(amount) };
    const left = await takeCredit(tx, asked);
    const unsure = await unsureCredit(tx, asked.driverId);
    if (left < unsure) throw new Refusal('conflict', `This has to be settled first: ${unsureInWords(unsure)}.`);
  },
  putBack: async (tx, { driver_id, amount }, { book, ...made }) => {
    const driverId = await keptRecord(tx, idOf(driver_id));
    await putBackCredit(tx, { driverId, pesewas: toPesewas(amount), book }, made);
    return 'is the driver’s credit again';
  },
  refusePayout: async (tx, { driver_id }) => {
    const driverId = await keptRecord(tx, idOf(driver_id));
    const left = await lockCredit(tx, driverId);
    if (left < 0n) {
      const sum = formatMoney(fromPesewas(-left));
      throw new Refusal('conflict', `${sum} of the money behind this credit never came. Withdraw the refund.`);
    }
    const unsure = await unsureCredit(tx, driverId);
    if (left >= unsure) return;
    const sum = formatMoney(fromPesewas(unsure));
    const message = `A statement differs from ${sum} of the money behind this credit, or does not show it. It is paid out once that is settled.`;
    throw new Refusal('conflict', message);
  },
  handsIn: async (db, { driver_id }) => recordsOfCredit(db, await keptRecord(db, idOf(driver_id)), recordsOfMoney),
};

const NO_MONEY =
  'No recorded money is behind this payment. Reverse it and capture its money, which can be given back then.';

const payment: Source = {
  find: async (db, id, side) => {
    const paid = existing(await paymentToRefund(db, id), 'payment');
    if (paid.side !== side) throw noSuch('payment');
    const { id: payment_id, driver_id, status, transaction_id, transfer_id, amount, transaction_date } = paid;
    if (status !== 'cleared') throw new Refusal('conflict', 'Only a cleared payment can be given back.');
    if (transfer_id === null) throw new Refusal('conflict', NO_MONEY);
    if (await isRefunded(db, payment_id))
      throw new Refusal('conflict', 'A refund of this payment was asked for already.');
    await leftMoney(db, transfer_id);
    const [most, name] = [toPesewas(amount), `the payment ${transactionName(transaction_id)}`];
    return { driver_id, payment_id, transfer_id, most, unsure: 0n, paid_on: transaction_date, name };
  },
  // One refund of a payment at a time is the database's rule; this keeps it from being reversed.
  lock: async (tx, id) => {
    const paid = existing(await paymentToRefund(tx, id), 'payment');
    await lockClaims(tx, await paymentsOfReceipt(tx, paid.id));
  },
  take: (tx, { payment_id, transfer_id, amount, reason }, made) => {
    const part = { transferId: idOf(transfer_id), pesewas: toPesewas(amount), reason };
    return takePayment(tx, { ...part, paymentId: idOf(payment_id) }, made);
  },
  putBack: (...asked) => money.putBack(...asked),
  refusePayout: (...asked) => money.refusePayout(...asked),
  handsIn: async (db, { payment_id, transfer_id }) => {
    const ofMoney = await recordsOfMoney(db, { transferIds: [idOf(transfer_id)] });
    const payments = await paymentsOfReceipt(db, idOf(payment_id));
    return [...ofMoney, ...payments.map((id) => ({ kind: 'payment', id }))];
  },
};

const money: Source = {
  find: async (db, id) => {
    const { transfer, left } = await leftMoney(db, id);
    const most = without(left, await sumAsked(db, { source: 'money', transferId: id }));
    const { received_on: paid_on, transaction_id } = transfer;
    return {
      ...NOTHING,
      transfer_id: id,
      most,
      unsure: 0n,
      paid_on,
      name: `the money ${transactionName(transaction_id)}`,
    };
  },
  lock: lockLeftMoney,
  take: (tx, { transfer_id, amount, reason }, made) =>
    takeMoney(tx, { transferId: idOf(transfer_id), pesewas: toPesewas(amount), reason }, made),
  putBack: async (tx, { transfer_id, amount }, { book, reason, ...made }) => {
    const part = { transferId: idOf(transfer_id), pesewas: toPesewas(amount), reason };
    const isThere = await putBackMoney(tx, part, { ...made, book });
    return isThere ? 'is unallocated money again' : 'never came, and is out of the books';
  },
  refusePayout: (tx, { transfer_id }) => refusePayout(tx, idOf(transfer_id)),
  handsIn: (db, { transfer_id }) => recordsOfMoney(db, { transferIds: [idOf(transfer_id)] }),
};

/**
 * Locks a refund with what it is given back from, before an approval looks whose hands are in that:
 * a reversal that frees the money, or a merge, may be under way. Locks in the order of all others:
 * refunds, payments, drivers, money.
 */
export const lockRefundedMoney = async (tx: Tx, id: string, side: PayerSide): Promise<void> => {
  const { payment_id, driver_id, transfer_id } = existing(await lockRefund(tx, id, side), 'refund');
  if (payment_id !== null) await lockClaims(tx, await paymentsOfReceipt(tx, payment_id));
  if (driver_id !== null) {
    await lockDrivers(tx, [driver_id]);
    await lockDrivers(tx, [await keptRecord(tx, driver_id)]);
  }
  if (transfer_id !== null) await lockTransfers(tx, [transfer_id]);
};

export const SOURCES: Readonly<Record<RefundSource, Source>> = { credit, payment, money };
