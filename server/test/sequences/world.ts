import { randomUUID } from 'node:crypto';
import { MONTH_CODES, type PlanSlug } from '@banbo/contract';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { submissionOf } from '../builders/submissions.ts';
import type { TestApp } from '../harness.ts';
import { IDS, PAYERS, PLANS } from './steps.ts';

export type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

let calls = 0;
let lastId = 0;

/** The drivers, staff and transaction IDs of one sequence, apart from those of earlier ones. */
export const openWorld = async (it: TestApp, prices: Map<string, string>) => {
  // New each time, as accounts have call limits; two, as some decisions are not the captor's.
  // Two who do the steps, and one who imports what differs, so that another one may settle it.
  const staff = [
    await buildCaller(it, 'SuperAdmin'),
    await buildCaller(it, 'SuperAdmin'),
    await buildCaller(it, 'SuperUser'),
  ] as const;
  const payers: Driver[] = [];
  for (let n = 0; n < PAYERS; n += 1) payers.push((await buildDriver(it, { plan: PLANS[0] })).driver);
  // All but one may pay months at once, and have credit.
  for (const payer of payers.slice(1)) await buildPayment(it, submissionOf(payer, { amount: '2500.00' }), 'cleared');
  lastId += 100;
  const ids = Array.from({ length: IDS }, (_, n) => String(68_576_386_000 + lastId + n));
  let months = 0;
  return {
    it,
    staff,
    payers,
    /** The plan of November by driver. */
    plans: new Map<string, PlanSlug>(payers.map(({ id }) => [id, PLANS[0]])),
    /** The prices of the year, by type and plan, as they were last set. */
    prices,
    ids,
    /** Records that were merged into payers', the last one last. */
    merged: [] as string[],
    /** A transaction ID that nobody has used. */
    freshId: (): string => {
      const id = String(Number(ids.at(-1)) + 1);
      ids.push(id);
      return id;
    },
    /** A fee that is not paid, of a driver who has paid the first one. */
    freshFee: () => {
      months += 1;
      const fee = { payment_type: 'SS', payment_year: 2027, payment_month: MONTH_CODES[months % 12] ?? '' };
      return { fee, payer: 1 + (Math.floor(months / 12) % 2) };
    },
    inject: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by: number | null = 0) => {
      calls += 1;
      return it.app.inject({
        method,
        url: `/api${path}`,
        headers: { ...(by !== null && staff[by]?.headers), 'idempotency-key': randomUUID() },
        // An address of its own: calls that come at once are bounded by address.
        remoteAddress: `10.6.${(calls >> 8) & 255}.${calls & 255}`,
        ...(payload && { payload }),
      });
    },
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A fee as its form sends it: the registration fee, or one of three months. */
export const feeOf = (month: number) =>
  month === 0
    ? { payment_type: 'RF' }
    : { payment_type: 'SS', payment_year: 2026, payment_month: MONTH_CODES[month + 8] ?? '' };
