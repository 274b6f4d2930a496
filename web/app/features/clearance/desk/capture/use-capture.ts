import {
  CaptureMomo,
  captureMomo,
  findClaim,
  MISSING_CAPTURED_ID,
  type MomoSms,
  NOT_SEEN,
  parseMoney,
  readMomoSms,
  today,
  type WaitingClaim,
} from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { ApiError, call } from '~/lib/api/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { type FieldErrors, refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/session/last-page.ts';
import { toast } from '~/lib/toast.ts';
import type { Taken } from '../desk-parts.tsx';

const emptyCapture = () => ({
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

type CaptureValues = ReturnType<typeof emptyCapture>;

/** The request's body: reference and ID in uppercase, the amount with two decimals. */
const toCapture = (values: CaptureValues): CaptureMomo => ({
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

/** The problems of a capture by field. Nobody captures money that they have not seen. */
const captureErrors = (values: CaptureValues): FieldErrors => ({
  ...checkBy(CaptureMomo)(toCapture(values)),
  ...(values.amount.trim() === '' && { amount: 'Please enter the amount.' }),
  ...(values.transaction_id.trim() === '' && { transaction_id: MISSING_CAPTURED_ID }),
  ...(!values.seen_in_account && { seen_in_account: NOT_SEEN }),
});

/** The fields that a pasted message fills; all of them, so no earlier message's values stay. */
const fromMessage = (sms: MomoSms): Omit<CaptureValues, 'message' | 'network' | 'seen_in_account'> => ({
  transaction_id: sms.transaction_id,
  mobile_number: sms.payer_number,
  amount: sms.amount,
  reference: sms.reference,
  payer_name: sms.payer_name,
  received_on: sms.received_on || today(),
});

/** The fields that a found claim fills, where no message did. */
const fromClaim = (values: CaptureValues, claim: WaitingClaim): Partial<CaptureValues> => ({
  mobile_number: values.mobile_number || claim.mobile_number,
  amount: values.amount || claim.amount,
  reference: values.reference || claim.car_number,
});

/** Milliseconds that the outcome of a capture is shown: it may be long. */
const OUTCOME_MS = 10_000;
const REFUSAL_MS = 5000;

export const MAX_ID_LENGTH = 40;

type Looked = { id: string; claim: WaitingClaim | null; note: string | null };
const NOTHING: Looked = { id: '', claim: null, note: null };

/** The form that captures MoMo money, with the look-up of its claim and pasted messages. */
export const useCapture = () => {
  const { networks } = useSite();
  const goBack = useBack('/dashboard');
  const named = useSearchParams()[0].get('transaction_id') ?? '';
  const [looked, setLooked] = useState<Looked>(NOTHING);
  const latest = useRef('');
  const [taken, setTaken] = useState<Taken | null>(null);
  const form = useForm<CaptureValues>({
    initial: { ...emptyCapture(), transaction_id: named.slice(0, MAX_ID_LENGTH) },
    check: captureErrors,
    keyName: 'banbo-capture-key',
  });

  /** Looks an ID up once, and fills in its claim; gives the sentence and field of a refusal. */
  const lookUp = async (typed: string): Promise<{ words: string; at: 'transaction_id' | 'network' } | null> => {
    const id = typed.trim().toUpperCase();
    const { network } = form.getValues();
    const asked = `${id} ${network}`;
    if (asked === latest.current) return null;
    latest.current = asked;
    setLooked({ ...NOTHING, id });
    setTaken(null);
    if (id === '') return null;
    try {
      const { data, message } = await call(findClaim, { body: { transaction_id: id, ...(network && { network }) } });
      if (latest.current !== asked) return null;
      setLooked({ id, claim: data, note: message });
      form.setValues(fromClaim(form.getValues(), data));
      for (const name of ['mobile_number', 'amount', 'reference'] as const) form.clearFieldError(name);
      return null;
    } catch (error) {
      if (latest.current !== asked) return null;
      const refused = error instanceof ApiError ? error.message : 'The look-up did not work. Please try again.';
      // An ID that met no network is looked up again on leaving the field.
      if (!(error instanceof ApiError) || error.status === 0) latest.current = '';
      setLooked({ id, claim: null, note: refused });
      const { network: choice } = refusalOf(error, ['network']).fields;
      if (choice !== undefined) form.setFieldError('network', choice);
      return { words: refused, at: choice === undefined ? 'transaction_id' : 'network' };
    }
  };

  const first = useRef(lookUp);
  useEffect(() => {
    // Clearance links here with an ID in the address.
    if (named !== '') void first.current(named.slice(0, MAX_ID_LENGTH));
  }, [named]);

  return {
    form,
    claim: looked.claim,
    note: looked.note,
    taken,
    goBack,
    leaveId: async () => {
      const { transaction_id } = form.getValues();
      if (transaction_id.trim() === '') {
        void lookUp('');
        return form.setFieldError('transaction_id', MISSING_CAPTURED_ID);
      }
      const refused = await lookUp(transaction_id);
      if (refused === null) return;
      toast.error(refused.words, { duration: REFUSAL_MS });
      form.focus(refused.at);
    },
    /** Looks the ID up anew: of two networks each may have a claim. */
    chooseNetwork: async (network: string) => {
      form.setFieldValue('network', network);
      await lookUp(form.getValues().transaction_id);
    },
    paste: async (message: string) => {
      form.setFieldValue('message', message);
      if (message.trim() === '') return;
      const told = fromMessage(readMomoSms(message, networks));
      form.clearErrors();
      form.setValues({ ...told, seen_in_account: false });
      if (told.transaction_id === '') latest.current = '';
      await lookUp(told.transaction_id);
    },
    submit: form.submit(async (values) => {
      const body = toCapture(values);
      const answer = await call(captureMomo, { body, idempotencyKey: form.retryKey.keyFor(body) });
      form.retryKey.forget();
      form.reset(emptyCapture());
      latest.current = '';
      setLooked(NOTHING);
      if (answer.payment_ids.length > 0) {
        // The receipts are offered here before the person goes back.
        setTaken({ message: answer.message, paymentIds: answer.payment_ids });
        return;
      }
      toast.blank(answer.message, { duration: OUTCOME_MS });
      goBack();
    }),
  };
};
