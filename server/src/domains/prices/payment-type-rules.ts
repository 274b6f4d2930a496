import { formatDay, OPENING_BALANCE, type PaymentType, paymentTypes, today } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type ChangedBy, changeEntry } from '#db/lookup/change-lookup.ts';
import { findEntry, type LookupRow, lockLookup } from '#db/lookup/lookup-table.ts';
import { type Approvers, askApproval, defineApproval, type Forgiving } from '#domains/approvals';
import { audit } from '#domains/audit';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { paymentTypeByCode, paymentTypeTable, readPaymentTypes } from './prices.repo.ts';

const refuse = (message: string, field = 'required_type'): Refusal => refusalAt('invalid_input', field, message);

type Rule = Pick<PaymentType, 'type_code' | 'side' | 'required_type'> &
  Partial<Pick<PaymentType, 'id' | 'for_device' | 'by_plan'>>;

/** The required types, the nearest first, up to a repeat. */
const requiredBefore = ({ required_type }: Rule, types: ReadonlyMap<string, Rule>): string[] => {
  const codes: string[] = [];
  for (let code = required_type; code !== null && !codes.includes(code); ) {
    codes.push(code);
    code = types.get(code)?.required_type ?? null;
  }
  return codes;
};

/** Refuses a required type that is unknown, of the other side, or circular. */
const checkRequired = (type: Rule, types: ReadonlyMap<string, Rule>): void => {
  if (type.required_type === null) return;
  const required = types.get(type.required_type);
  if (requiredBefore(type, types).includes(type.type_code)) {
    throw refuse('A payment type cannot require itself, nor one that requires it.');
  }
  if (!required) throw refuse('Please choose the required type from the list.');
  if (required.side !== 'both' && required.side !== type.side) {
    throw refuse('The required type must be paid on the same side.');
  }
};

/** Refuses a new code for a stored type, and an invalid required type. */
const checkType = async (tx: Tx, entry: Record<string, unknown>): Promise<void> => {
  const type = entry as Rule;
  const all = await readPaymentTypes(tx);
  const stored = all.find(({ id }) => id === type.id);
  if (stored && stored.type_code !== type.type_code) {
    throw refuse(`The payment code stays ${stored.type_code}.`, 'type_code');
  }
  if (!stored && type.type_code === OPENING_BALANCE) {
    throw refuse('This code is kept for the opening balances of imported drivers.', 'type_code');
  }
  if (type.for_device && type.side === 'land') {
    throw refuse('The tracker is paid by drivers, not by the land desk.', 'for_device');
  }
  if (type.by_plan && type.side === 'land') {
    throw refuse('Drivers have plans, and the land side has none. Its prices are by zone and use.', 'by_plan');
  }
  checkRequired(type, new Map(all.map((one) => [one.type_code, one])));
};

/**
 * Rules of changing payment types. Payments and prices keep what their type said, so it stays while
 * there are any. Another required type would make drivers who paid this one owe the other, and be
 * archived without it.
 */
export const PAYMENT_TYPES = {
  ...paymentTypes,
  table: paymentTypeTable,
  fixedInUse: {
    period: { words: 'period' },
    side: { words: 'side' },
    by_plan: { words: 'pricing by plan' },
    required_type: { words: 'required type', by: 'payments' as const },
  },
  check: checkType,
  audit,
};

const LaterDay = z.strictObject({
  from: z.string(),
  given: z.record(z.string(), z.unknown()),
  /** Money text; null where it was not added up. */
  forgives: z.string().nullable(),
});

/** A payment type that drivers owe from a later day on: nobody owes it for the time between. */
export const typeChange = (forgiving: Forgiving) =>
  defineApproval({
    kind: 'types.change',
    input: LaterDay,
    apply: async (tx, { input: { from, given, forgives }, subjectId: id, ...made }) => {
      const was = await lockType(tx, id);
      if (was?.due_from !== from) throw new Refusal('conflict', 'Another day was set meanwhile.');
      const to = String(given.due_from);
      const subject = `${was.description}: due from ${formatDay(to)}, no longer ${formatDay(from)}`;
      const by = { caller: made.by, now: made.now };
      await forgiving.giveUp(tx, { kind: 'payment_type', subject }, { drivers: 'all', asked: forgives, ...made }, () =>
        changeEntry(tx, PAYMENT_TYPES, { id, given }, by),
      );
      return { message: `${was.description} is due from ${formatDay(to)} on.` };
    },
  });

const lockType = async (tx: Tx, id: string) => {
  await lockLookup(tx, paymentTypeTable);
  return (await readPaymentTypes(tx)).find((type) => type.id === id);
};

export type TypeChanges = Approvers & {
  forgiving: Forgiving;
  typeChange: ReturnType<typeof typeChange>;
  /** The first year that members may owe, or null while there is none. */
  owedFrom: (db: Db) => Promise<number | null>;
};

/**
 * Changes a payment type as look-ups are, and says so. A later due day of one that drivers owe
 * already waits for another person. Rule 25 of docs/product/prices.md.
 */
export const changeType = async (
  tx: Tx,
  { id, given }: { id: string; given: Record<string, unknown> },
  { forgiving, typeChange: asking, staff, owedFrom }: TypeChanges,
  made: ChangedBy,
): Promise<{ message: string; entry: LookupRow }> => {
  const { caller: by, now } = made;
  const change = () => changeEntry(tx, PAYMENT_TYPES, { id, given }, made);
  const was = await lockType(tx, id);
  const isOwed = was && was.side !== 'land' && was.period !== 'any' && was.due_from <= today(now);
  const day = String(given.due_from ?? '');
  if (!isOwed || day <= was.due_from || (await owedFrom(tx)) === null) return change();
  const forgives = await forgiving.sumOf(tx, { drivers: 'all', now }, change);
  const because = (await forgiving.whyWaits(tx, { by, now }, forgives)) ?? 'Drivers owe it for less time.';
  const asked = {
    subject: { id, name: was.description },
    input: { from: was.due_from, given, forgives },
    changes: [{ field: 'Due from', before: formatDay(was.due_from), after: formatDay(day) }],
    ...{ because, by, now },
  };
  const { message } = await askApproval(tx, asking, asked, staff);
  return { message, entry: (await findEntry(tx, paymentTypeTable, 'id', id)) as LookupRow };
};

/** The payment type of a code in any case; refuses with 404 `not_found`. */
export const findType = async (db: Db, typeCode: string): Promise<PaymentType> => {
  const type = await paymentTypeByCode(db, typeCode.toUpperCase());
  if (!type) throw new Refusal('not_found', 'There is no payment type with this code.');
  return type as PaymentType;
};
