import { type MoneyAtDesk, NOT_SEEN, type PaymentMode, parseMoney, today } from '@banbo/contract';
import type { Schema } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** How money came at the desk, as it is entered. */
export const emptyMoney = () => ({
  mode: 'cash' as PaymentMode,
  amount: '',
  transaction_id: '',
  network: '',
  bank: '',
  received_on: today(),
  payer_name: '',
  reference: '',
  seen_in_account: false as boolean,
});
export type MoneyValues = ReturnType<typeof emptyMoney>;

/** True for money that the clerk sees in an account instead of holding it. */
export const isInAccount = ({ mode }: Pick<MoneyValues, 'mode'>): boolean => mode === 'momo' || mode === 'bank';

/** The part of a request's body that says how the money came. */
export const toMoneyAtDesk = (values: MoneyValues): MoneyAtDesk => ({
  mode: values.mode,
  amount: parseMoney(values.amount) ?? values.amount,
  ...(values.mode !== 'cash' && { transaction_id: values.transaction_id.trim().toUpperCase() }),
  ...(values.mode === 'momo' && values.network && { network: values.network }),
  ...(values.mode === 'cheque' && { bank: values.bank }),
  ...(values.received_on && { received_on: values.received_on }),
  payer_name: values.payer_name.trim().toUpperCase(),
  reference: values.reference.trim().toUpperCase(),
  ...(isInAccount(values) && { seen_in_account: values.seen_in_account }),
});

/** The first sentence for each field that is wrong; rows by their index, `payments.0.amount`. */
export const errorsOfReceived = (schema: Schema, body: MoneyAtDesk): FieldErrors => {
  const result = schema.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  const first: Record<string, string> = {};
  // In the order of the fields, since the focus goes to the first of them.
  for (const { path, message } of issues) first[path.map(String).join('.')] ??= message;
  return {
    ...first,
    ...(body.seen_in_account === false && { seen_in_account: NOT_SEEN }),
    ...(body.amount.trim() === '' && { amount: 'Please enter the amount.' }),
  };
};
