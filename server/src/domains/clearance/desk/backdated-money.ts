import { createHash } from 'node:crypto';
import {
  type AskedChange,
  CaptureMomo,
  feeName,
  formatDay,
  formatMoney,
  formatPaidMonth,
  isBackdated,
  type LandPaidRow,
  type Network,
  PAYMENT_MODE_LABELS,
  type PaymentMode,
  ReceivedLandPayment,
  ReceivedPayment,
  today,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import { type Approvers, askApproval, defineApproval } from '#domains/approvals';
import { ownerOfCode } from '#domains/drivers';
import { describeTypes } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { payerPage } from '../decisions/suggest-drivers.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import { captureMomo } from './capture-momo.ts';
import { receivePayment } from './receive-payment.ts';
import { type MadeAtDesk, momoIdOf } from './transfer-id.ts';

const Backdated = z.union([
  z.strictObject({ capture: CaptureMomo }),
  z.strictObject({ receive: ReceivedPayment }),
  z.strictObject({ land: ReceivedLandPayment }),
]);
type Backdated = z.infer<typeof Backdated>;

/** The desk of land, which knows its payers and plots. Its words refuse nothing. */
export type LandAtDesk = {
  receive: (tx: Tx, given: ReceivedLandPayment, made: MadeAtDesk) => Promise<{ message: string }>;
  /** The payer's name and details; undefined where there is none any more. */
  payerOf: (db: Db, given: ReceivedLandPayment) => Promise<{ name: string; details: string } | undefined>;
  /** The tenancy, application or plot that a row is for, and its page; undefined where for none. */
  placeOf: (db: Db, given: ReceivedLandPayment, row: LandPaidRow) => Promise<{ name: string; to: string } | undefined>;
};

/** Records the money in the name of whoever asked. Refused as receiving and capturing are. */
const record = (tx: Tx, input: Backdated, made: MadeAtDesk, land: LandAtDesk): Promise<{ message: string }> => {
  if ('land' in input) return land.receive(tx, input.land, made);
  return 'capture' in input ? captureMomo(tx, input.capture, made) : receivePayment(tx, input.receive, made);
};

const isPaidSince = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.code === 'already_paid' || error.code === 'transaction_id_taken');

type Deps = { networks: () => Promise<readonly Network[]>; land: LandAtDesk };

/** The payer of money for land, which the log does not keep. */
const payerFacts = async (db: Db, given: ReceivedLandPayment, land: LandAtDesk): Promise<AskedChange[]> => {
  const payer = await land.payerOf(db, given);
  if (!payer) return [];
  const { tenant_id = null, application_id = null, plot_id = null } = given;
  const to = payerPage({ driver_id: null, tenant_id, application_id, plot_id });
  return [
    { field: 'Payer', before: '', after: payer.name, to },
    ...(payer.details === '' ? [] : [{ field: 'Payer details', before: '', after: payer.details }]),
  ];
};

const backdatedOf = (kind: 'payments.backdated' | 'land.backdated', { networks, land }: Deps) =>
  defineApproval({
    kind,
    input: Backdated,
    facts: async (db, _, input) => ('land' in input ? payerFacts(db, input.land, land) : []),
    apply: async (tx, { input, askedBy, by, now }) => {
      const made = { by: { ...by, ...askedBy }, networks: await networks(), now, approvedBy: by.login };
      const { message } = await record(tx, input, made, land).catch((error: unknown) => {
        throw isPaidSince(error) ? new Refusal('conflict', error.message, {}, { cause: error }) : error;
      });
      return { message };
    },
  });

/**
 * Money of a day long past, which is recorded once another person has approved it: of each side,
 * since whoever asked has to be able to receive on that side still.
 */
export const backdatedMoney = (deps: Deps) => ({
  drivers: backdatedOf('payments.backdated', deps),
  land: backdatedOf('land.backdated', deps),
});

type BackdatedMoney = ReturnType<typeof backdatedMoney>;

type Words = { mode: PaymentMode; amount: string; id: string; network: string | undefined; day: string; pays: string };

const rowInWords = ({ payment_type, amount }: LandPaidRow): string =>
  `${payment_type.toUpperCase()}, ${formatMoney(amount)}`;

const fieldOf = (rows: readonly unknown[], before: readonly unknown[]): string =>
  rows.length === 1 ? 'Pays' : `Pays ${before.length + 1}`;

/** The things that it is to pay for land, without the payer: the log keeps these words. */
const rowsInWords = async (tx: Tx, given: ReceivedLandPayment, land: LandAtDesk): Promise<AskedChange[]> => {
  const describe = await describeTypes(tx);
  const facts: AskedChange[] = [];
  for (const row of given.payments) {
    const place = await land.placeOf(tx, given, row);
    const paid = `${describe(row.payment_type.toUpperCase())}, ${formatMoney(row.amount)}`;
    facts.push({
      ...{ field: fieldOf(given.payments, facts), before: '', after: place ? `${place.name}: ${paid}` : paid },
      ...(place && { to: place.to }),
    });
  }
  return facts;
};

const wordsOf = (input: Backdated): Words => {
  const given = 'capture' in input ? input.capture : 'land' in input ? input.land : input.receive;
  const { amount, received_on: day = '', transaction_id: id = '', network } = given;
  if ('capture' in input) return { mode: 'momo', amount, id, network, day, pays: '' };
  if ('land' in input) {
    const { mode, payments } = input.land;
    return { mode, amount, id, network, day, pays: payments.map(rowInWords).join('; ') };
  }
  const { mode, payments } = input.receive;
  const pays = payments.map((fee) => {
    const { driver_code, payment_type, payment_year = null, payment_month = null } = fee;
    const month = formatPaidMonth({ payment_year, payment_month });
    const named = month === '' ? payment_type : `${payment_type}, ${month}`;
    return `${driver_code.toUpperCase()}: ${named}, ${formatMoney(fee.amount)}`;
  });
  return { mode, amount, id, network, day, pays: pays.join('; ') };
};

/** The fees that it is to pay, by their drivers' codes alone: the log keeps these words. */
export const feesInWords = async (tx: Tx, fees: ReceivedPayment['payments']): Promise<AskedChange[]> => {
  const describe = await describeTypes(tx);
  const facts: AskedChange[] = [];
  for (const { driver_code, payment_type, payment_year = null, payment_month = null, amount } of fees) {
    const owner = await ownerOfCode(tx, driver_code.toUpperCase());
    const named = feeName({ description: describe(payment_type.toUpperCase()), payment_year, payment_month });
    facts.push({
      ...{ field: fieldOf(fees, facts), before: '' },
      after: `${driver_code.toUpperCase()}: ${named}, ${formatMoney(amount)}`,
      ...(owner && { to: `/view_driver/${owner.id}` }),
    });
  }
  return facts;
};

const payerIn = (input: Backdated): string => {
  if ('receive' in input) return input.receive.payer_name ?? '';
  if (!('land' in input)) return '';
  const { tenant_id = '', application_id = '', plot_id = '', payments } = input.land;
  // Words of two rows may be the same though they are for two plots.
  const rows = createHash('sha256').update(JSON.stringify(payments)).digest('base64url');
  return [tenant_id, application_id, plot_id, rows].join('/');
};

const REHEARSED = Symbol('rehearsed');

/** Does the work and takes it back, for its refusals alone. */
const rehearse = async (tx: Tx, work: () => Promise<unknown>): Promise<void> => {
  try {
    await withSavepoint(tx, async () => {
      await work();
      throw REHEARSED;
    });
  } catch (error) {
    if (error !== REHEARSED) throw error;
  }
};

/** True for money of a day long past that is not recorded yet. */
const needsSecond = async (
  tx: Tx,
  { day, id, network, mode }: ReturnType<typeof wordsOf>,
  made: MadeAtDesk,
): Promise<boolean> => {
  if (day === '' || !isBackdated(day, today(made.now))) return false;
  if (mode !== 'momo') return true;
  return (await transfersOfIds(tx, [await momoIdOf(tx, { transaction_id: id, network }, made.networks)])).length === 0;
};

export type BackdatedDeps = Approvers & { backdated: BackdatedMoney; land: LandAtDesk };

/**
 * Asks for the approval of money of a day long past, and says so; null for other money. Refused at
 * once with whatever recording it would be refused with.
 */
export const askIfBackdated = async (
  tx: Tx,
  input: Backdated,
  made: MadeAtDesk & { by: Caller },
  { backdated, staff, land }: BackdatedDeps,
): Promise<string | null> => {
  const words = wordsOf(input);
  if (!(await needsSecond(tx, words, made))) return null;
  const { mode, amount, network, day, pays } = words;
  const id = network === undefined ? words.id : `${words.id} ${network}`;
  const named = `${formatMoney(amount)} of ${formatDay(day)}${id === '' ? '' : `, ${id}`}`;
  const facts = [
    { field: 'Received on', before: '', after: formatDay(day) },
    { field: 'Amount', before: '', after: `${formatMoney(amount)}, ${PAYMENT_MODE_LABELS[mode]}` },
    ...('receive' in input ? await feesInWords(tx, input.receive.payments) : []),
    ...('land' in input ? await rowsInWords(tx, input.land, land) : []),
  ];
  const payer = payerIn(input);
  const subject = { id: [mode, id, day, amount, payer, pays].join(' ').slice(0, 500), name: named };
  const { by, now } = made;
  const asking = 'land' in input ? backdated.land : backdated.drivers;
  const asked = await askApproval(tx, asking, { subject, input, changes: facts, by, now }, staff);
  if (asked.state === 'asked') await rehearse(tx, () => record(tx, input, made, land));
  return asked.message;
};
