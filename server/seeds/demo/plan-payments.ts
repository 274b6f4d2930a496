import {
  DEVICE_PAYMENT,
  MONTH_CODES,
  type PaymentStatus,
  type PlanFrom,
  REGISTRATION_FEE,
  SUBSCRIPTION,
} from '@banbo/contract';

export type DemoPayer = { car_number: string; driver_code: string; registered_at: Date; plans: readonly PlanFrom[] };

type Fee = { payment_type: string; payment_year?: number; payment_month?: string };

export type PlannedPayment = {
  driver: DemoPayer;
  fee: Fee;
  at: Date;
  status: PaymentStatus;
  /** Of exactly the price, so that it leaves no credit. */
  isExact?: true;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Claims of the last days, most of which still wait. */
const STILL_WAITING = 6 * DAY;
/** Claims older than this are decided; the product would reject them by itself. */
const LONGEST_WAIT = 13 * DAY;

/** A number below `below` that is the same in every demo and shows no pattern. */
const scatter = (seed: number, below: number): number => {
  let mixed = Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % below;
};

const statusOf = (seed: number, age: number): PaymentStatus => {
  const chance = scatter(seed, 100);
  if (age < STILL_WAITING) return chance < 75 ? 'submitted' : 'cleared';
  if (chance < 5) return 'rejected';
  if (chance < 8) return 'reversed';
  return chance < 20 && age < LONGEST_WAIT ? 'submitted' : 'cleared';
};

/** A registration fee some hours after registering; for some, a wrong transaction ID before it. */
const registrationFees = (driver: DemoPayer, index: number, now: Date): PlannedPayment[] => {
  const registered = Math.min(driver.registered_at.getTime(), now.getTime() - 3 * HOUR);
  const fee = { payment_type: REGISTRATION_FEE };
  const paid = new Date(registered + 2 * HOUR);
  const lasting: PlannedPayment = {
    driver,
    fee,
    at: paid,
    status: now.getTime() - paid.getTime() < STILL_WAITING ? 'submitted' : 'cleared',
  };
  if (index % 8 !== 5) return [lasting];
  return [{ driver, fee, at: new Date(registered + HOUR), status: 'rejected' }, lasting];
};

/** A time some days after `from`, and not after `now`. */
const within = (from: number, now: Date, days: number, seed: number): Date => {
  const until = Math.min(from + days * DAY, now.getTime());
  return new Date(from + Math.floor(((until - from) * (1 + scatter(seed, 1000))) / 1001));
};

/** The subscription of month `n` since registering: paid in its first days, or before it begins. */
const subscription = (driver: DemoPayer, n: number, registered: number, now: Date, seed: number): PlannedPayment => {
  const { registered_at } = driver;
  const month = new Date(Date.UTC(registered_at.getUTCFullYear(), registered_at.getUTCMonth() + n, 1));
  const due = Math.max(registered, month.getTime());
  const advance = due > now.getTime();
  const at = advance
    ? within(Math.max(registered, now.getTime() - 40 * DAY), now, 40, seed)
    : within(due, now, 9, seed);
  const fee = {
    payment_type: SUBSCRIPTION,
    payment_year: month.getUTCFullYear(),
    payment_month: MONTH_CODES[month.getUTCMonth()] ?? '',
  };
  return { driver, fee, at, status: statusOf(seed, now.getTime() - at.getTime()) };
};

/** All that a driver has paid who, on any day, owes the last month and this one alone. */
const steadyPayments = (driver: DemoPayer, now: Date): PlannedPayment[] => {
  const from = driver.registered_at;
  const [registration] = registrationFees(driver, 0, now);
  if (!registration) return [];
  const paid = registration.at.getTime();
  const age = 12 * (now.getUTCFullYear() - from.getUTCFullYear()) + now.getUTCMonth() - from.getUTCMonth();
  const months = Array.from({ length: Math.max(age - 1, 0) }, (_, n) => subscription(driver, n, paid, now, n));
  const device = { driver, fee: { payment_type: DEVICE_PAYMENT }, at: new Date(paid + HOUR / 2) };
  return [registration, device, ...months].map((one) => ({ ...one, status: 'cleared', isExact: true }));
};

/**
 * Plans `count` payments until `now`, in order of time: the registration fee, mostly the device,
 * then month after month, driver by driver. The same drivers and moment give the same plan, in
 * which the first driver owes two months.
 */
export const planPayments = (drivers: readonly DemoPayer[], now: Date, count: number): PlannedPayment[] => {
  const plan: PlannedPayment[] = [];
  const paid = new Map<DemoPayer, number>();
  for (const [index, driver] of drivers.entries()) {
    if (index === 0) {
      plan.push(...steadyPayments(driver, now));
      continue;
    }
    const fees = registrationFees(driver, index, now);
    plan.push(...fees);
    const registered = Math.max(...fees.map(({ at }) => at.getTime()));
    paid.set(driver, registered);
    if (index % 3 === 1) continue;
    const at = within(registered, now, 20, index);
    const fee = { payment_type: DEVICE_PAYMENT };
    plan.push({ driver, fee, at, status: statusOf(index + 7, now.getTime() - at.getTime()) });
  }
  for (let n = 0; plan.length < count; n += 1) {
    for (const [index, driver] of drivers.entries()) {
      if (index > 0 && plan.length < count)
        plan.push(subscription(driver, n, paid.get(driver) ?? 0, now, index * 100 + n));
    }
  }
  return plan.slice(0, count).sort((a, b) => a.at.getTime() - b.at.getTime());
};
