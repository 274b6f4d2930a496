import {
  CaptureMomo,
  MISSING_CAPTURED_ID,
  type MomoSms,
  NOT_SEEN,
  parseMoney,
  today,
  type WaitingClaim,
} from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

export const emptyCapture = () => ({
  message: '',
  transaction_id: '',
  mobile_number: '',
  amount: '',
  reference: '',
  payer_name: '',
  received_on: today(),
  seen_in_account: false as boolean,
});

export type CaptureValues = ReturnType<typeof emptyCapture>;

/** The request's body: reference and ID in uppercase, the amount with two decimals. */
export const toCapture = (values: CaptureValues): CaptureMomo => ({
  transaction_id: values.transaction_id.trim().toUpperCase(),
  mobile_number: values.mobile_number,
  amount: parseMoney(values.amount) ?? values.amount,
  reference: values.reference.trim().toUpperCase(),
  payer_name: values.payer_name.trim().toUpperCase(),
  ...(values.received_on && { received_on: values.received_on }),
  pasted: values.message.trim() !== '',
  seen_in_account: values.seen_in_account,
});

/** The problems that keep a capture from being sent, by field. Nothing is sent that nobody has seen in the account. */
export const captureErrors = (values: CaptureValues): FieldErrors => ({
  ...checkBy(CaptureMomo)(toCapture(values)),
  ...(values.amount.trim() === '' && { amount: 'Please enter the amount.' }),
  ...(values.transaction_id.trim() === '' && { transaction_id: MISSING_CAPTURED_ID }),
  ...(!values.seen_in_account && { seen_in_account: NOT_SEEN }),
});

/** The fields that a pasted message fills: each that it tells, so that nothing of an earlier message stays. */
export const fromMessage = (sms: MomoSms): Omit<CaptureValues, 'message' | 'seen_in_account'> => ({
  transaction_id: sms.transaction_id,
  mobile_number: sms.payer_number,
  amount: sms.amount,
  reference: sms.reference,
  payer_name: sms.payer_name,
  received_on: sms.received_on || today(),
});

/** The fields that a found claim fills: those that no message told. */
export const fromClaim = (values: CaptureValues, claim: WaitingClaim): Partial<CaptureValues> => ({
  mobile_number: values.mobile_number || claim.mobile_number,
  amount: values.amount || claim.amount,
  reference: values.reference || claim.car_number,
});
