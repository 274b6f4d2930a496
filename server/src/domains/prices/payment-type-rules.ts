import { formatDay, OPENING_BALANCE, type PaymentType, paymentTypes, today } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type ChangedBy, changeEntry, type LookupRules } from '#db/lookup/change-lookup.ts';
import { askOrApply, defineApproval, type Forgiving, type StaffHolders } from '#domains/approvals';
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
    apply: async (tx, { input: { from, given, forgives }, subjectId, ...made }) => {
      const ask = async (_: Tx, { entry: { due_from } }: { entry: Record<string, unknown> }) => {
        if (due_from === from) return null;
        throw new Refusal('conflict', 'Another day was set meanwhile.');
      };
      const change = { id: subjectId, given };
      const { entry } = await changeEntry(tx, { ...PAYMENT_TYPES, ask }, change, { caller: made.by, now: made.now });
      const { description, due_from } = entry as unknown as PaymentType;
      const subject = `${description}: due from ${formatDay(due_from)}, no longer ${formatDay(from)}`;
      await forgiving.note(tx, { kind: 'payment_type', subject, amount: forgives }, made);
      return { message: `${description} is due from ${formatDay(due_from)} on.` };
    },
  });

export type TypeChanges = {
  forgiving: Forgiving;
  staff: StaffHolders;
  /** The first year that members may owe, or null while there is none. */
  owedFrom: (db: Db) => Promise<number | null>;
};

/**
 * The rules of payment types, by which a later due day of one that drivers owe already waits for
 * another person. Rule 25 of docs/product/prices.md.
 */
export const paymentTypeRules = ({ forgiving, staff, owedFrom }: TypeChanges) => {
  const ask: LookupRules['ask'] = async (tx, { entry, after, given }, { caller: by, now }: ChangedBy) => {
    const [was, is] = [entry, after] as unknown as [PaymentType, PaymentType];
    const isOwed = was.side !== 'land' && was.period !== 'any' && was.due_from <= today(now);
    if (!isOwed || is.due_from <= was.due_from || (await owedFrom(tx)) === null) return null;
    const apply = () => changeEntry(tx, PAYMENT_TYPES, { id: entry.id, given }, { caller: by, now });
    const forgives = await forgiving.sumOf(tx, { drivers: 'all', now }, apply);
    const because = (await forgiving.whyWaits(tx, { by, now }, forgives)) ?? 'Drivers owe it for less time.';
    return askOrApply(
      tx,
      typeChange(forgiving),
      {
        subject: { id: entry.id, name: was.description },
        input: { from: was.due_from, given, forgives },
        changes: [{ field: 'Due from', before: formatDay(was.due_from), after: formatDay(is.due_from) }],
        ...{ because, by, now },
      },
      staff,
    );
  };
  return { ...PAYMENT_TYPES, ask };
};

/** The payment type of a code in any case; refuses with 404 `not_found`. */
export const findType = async (db: Db, typeCode: string): Promise<PaymentType> => {
  const type = await paymentTypeByCode(db, typeCode.toUpperCase());
  if (!type) throw new Refusal('not_found', 'There is no payment type with this code.');
  return type as PaymentType;
};
