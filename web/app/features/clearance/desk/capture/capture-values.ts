import {
  ASIDE_WORDS,
  CaptureMomo,
  formatMoney,
  isAside,
  MISSING_CAPTURED_ID,
  type MomoSms,
  type Network,
  NOT_SEEN,
  parseMoney,
  readMomoSms,
  today,
  toPesewas,
  type WaitingClaim,
} from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

export const MAX_ID_LENGTH = 40;

export const emptyCapture = () => ({
  message: '',
  transaction_id: '',
  network: '',
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
  ...(values.network && { network: values.network }),
  mobile_number: values.mobile_number,
  amount: parseMoney(values.amount) ?? values.amount,
  reference: values.reference.trim().toUpperCase(),
  payer_name: values.payer_name.trim().toUpperCase(),
  ...(values.received_on && { received_on: values.received_on }),
  pasted: values.message.trim() !== '',
  seen_in_account: values.seen_in_account,
});

/** Why nothing is captured by a pasted message, by its field; nothing for a payer's money. */
export const asideErrors = ({ message }: CaptureValues, networks: readonly Network[]): FieldErrors => {
  const { kind } = readMomoSms(message, networks);
  if (message.trim() === '' || !isAside(kind)) return {};
  return { message: `${ASIDE_WORDS[kind]} If it is a payer’s money, empty this field and type its ID and amount.` };
};

/** The problems of a capture by field. Nobody captures money that they have not seen. */
export const captureErrors = (values: CaptureValues): FieldErrors => ({
  ...checkBy(CaptureMomo)(toCapture(values)),
  ...(values.amount.trim() === '' && { amount: 'Please enter the amount.' }),
  ...(values.transaction_id.trim() === '' && { transaction_id: MISSING_CAPTURED_ID }),
  ...(!values.seen_in_account && { seen_in_account: NOT_SEEN }),
});

/** The fields that a pasted message fills; all of them, so no earlier message's values stay. */
export const fromMessage = (sms: MomoSms): Omit<CaptureValues, 'message' | 'network' | 'seen_in_account'> => ({
  transaction_id: sms.transaction_id,
  mobile_number: sms.payer_number,
  amount: sms.amount,
  reference: sms.reference,
  payer_name: sms.payer_name,
  received_on: sms.received_on || today(),
});

/** Why the money will not clear the claim at once, in a sentence; null if it will. */
export const waitsBecause = (claim: WaitingClaim, amount: string): string | null => {
  const waits = 'The money is kept, and the claim waits on Payment Clearance.';
  if (amount !== claim.amount)
    return `${formatMoney(amount)} is not the ${formatMoney(claim.amount)} claimed. ${waits}`;
  // Money for land is for what its payer says, whatever that costs.
  if (claim.side === 'land') return null;
  if (claim.missing === null) return `This fee has no price yet. ${waits}`;
  if (claim.price !== null && toPesewas(amount) >= toPesewas(claim.price)) return null;
  if (claim.due_from !== null) return `${formatMoney(amount)} is below the price of a future month. ${waits}`;
  if (toPesewas(amount) >= toPesewas(claim.missing)) return null;
  return `${formatMoney(amount)} is below the ${formatMoney(claim.missing)} missing. ${waits}`;
};
