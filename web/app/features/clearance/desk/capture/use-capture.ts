import { captureMomo, findClaim, MISSING_CAPTURED_ID, readMomoSms, type WaitingClaim } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { ApiError, call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useBack } from '~/lib/use-back.ts';
import {
  type CaptureValues,
  captureErrors,
  emptyCapture,
  fromClaim,
  fromMessage,
  toCapture,
} from './capture-values.ts';

/** Milliseconds that the outcome of a capture is shown, which may take a while to read. */
const OUTCOME_MS = 10_000;
const REFUSAL_MS = 5000;

/** As many letters as the field of the transaction ID takes. */
export const MAX_ID_LENGTH = 40;

type Looked = { id: string; claim: WaitingClaim | null; note: string | null };
const NOTHING: Looked = { id: '', claim: null, note: null };

/** Capturing money that the MoMo account received: the form, the look-up of its claim, and what a pasted message fills in. */
export const useCapture = () => {
  const { networks } = useSite();
  const goBack = useBack('/dashboard');
  const named = useSearchParams()[0].get('transaction_id') ?? '';
  const [looked, setLooked] = useState<Looked>(NOTHING);
  const latest = useRef('');
  const form = useForm<CaptureValues>({
    initial: { ...emptyCapture(), transaction_id: named.slice(0, MAX_ID_LENGTH) },
    check: captureErrors,
    keyName: 'banbo-capture-key',
  });

  /** Looks an ID up once, and fills in its claim; gives the sentence of a refusal. */
  const lookUp = async (typed: string): Promise<string | null> => {
    const id = typed.trim().toUpperCase();
    if (id === latest.current) return null;
    latest.current = id;
    setLooked({ ...NOTHING, id });
    if (id === '') return null;
    try {
      const { data, message } = await call(findClaim, { body: { transaction_id: id } });
      if (latest.current !== id) return null;
      setLooked({ id, claim: data, note: message });
      form.setValues(fromClaim(form.getValues(), data));
      for (const name of ['mobile_number', 'amount', 'reference'] as const) form.clearFieldError(name);
      return null;
    } catch (error) {
      if (latest.current !== id) return null;
      const refused = error instanceof ApiError ? error.message : 'The look-up did not work. Please try again.';
      // An ID that could not be looked up, for want of a connection, is looked up again on leaving the field.
      if (!(error instanceof ApiError) || error.status === 0) latest.current = '';
      setLooked({ id, claim: null, note: refused });
      return refused;
    }
  };

  const first = useRef(lookUp);
  useEffect(() => {
    // An address that names an ID, as that of a case of clearance, is as good as typing it.
    if (named !== '') void first.current(named.slice(0, MAX_ID_LENGTH));
  }, [named]);

  return {
    form,
    claim: looked.claim,
    note: looked.note,
    goBack,
    leaveId: async () => {
      const { transaction_id } = form.getValues();
      if (transaction_id.trim() === '') {
        void lookUp('');
        return form.setFieldError('transaction_id', MISSING_CAPTURED_ID);
      }
      const refused = await lookUp(transaction_id);
      if (refused === null) return;
      toast.error(refused, { duration: REFUSAL_MS });
      form.focus('transaction_id');
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
      const say = answer.result === 'cleared' ? toast.success : toast.blank;
      say(answer.message, { duration: OUTCOME_MS });
      goBack();
    }),
  };
};
