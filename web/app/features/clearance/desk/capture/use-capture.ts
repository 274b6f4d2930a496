import { captureMomo, findClaim, isAside, MISSING_CAPTURED_ID, readMomoSms, type WaitingClaim } from '@banbo/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { ApiError, call } from '~/lib/api/api.ts';
import { change } from '~/lib/api/query-client.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import {
  asideErrors,
  type CaptureValues,
  captureErrors,
  emptyCapture,
  fromMessage,
  MAX_ID_LENGTH,
  toCapture,
} from './capture-values.ts';
import { useSitting } from './sitting.tsx';
import { readyRows, useManyCaptures } from './use-many-captures.ts';

/** The fields that a found claim fills, where no message did. */
const fromClaim = (values: CaptureValues, claim: WaitingClaim): Partial<CaptureValues> => ({
  mobile_number: values.mobile_number || claim.mobile_number,
  amount: values.amount || claim.amount,
  reference: values.reference || claim.car_number,
});

/** Milliseconds that the outcome of a capture is shown: it may be long. */
const OUTCOME_MS = 10_000;
const REFUSAL_MS = 5000;

type Looked = { id: string; claim: WaitingClaim | null; note: string | null };
const NOTHING: Looked = { id: '', claim: null, note: null };

/** The form that captures MoMo money, with the look-up of its claim and pasted messages. */
export const useCapture = () => {
  const { networks } = useSite();
  const named = useSearchParams()[0].get('transaction_id') ?? '';
  const [looked, setLooked] = useState<Looked>(NOTHING);
  const latest = useRef('');
  const { captured, note: noteCaptured } = useSitting();
  const many = useManyCaptures({ note: noteCaptured });
  const form = useForm<CaptureValues>({
    initial: { ...emptyCapture(), transaction_id: named.slice(0, MAX_ID_LENGTH) },
    check: (values) => ({ ...asideErrors(values, networks), ...captureErrors(values) }),
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
      const refused = error instanceof ApiError ? error.message : 'The look-up failed. Please try again.';
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

  const submitOne = form.submit(async (values) => {
    const body = toCapture(values);
    const answer = await change(captureMomo, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    form.reset(emptyCapture());
    latest.current = '';
    setLooked(NOTHING);
    noteCaptured(body, answer);
    toast.blank(answer.message, { duration: OUTCOME_MS });
    form.focus('message');
  });

  const submitMany = async (): Promise<void> => {
    if (readyRows(many.rows).length === 0) return;
    const left = await many.submit();
    if (left === null) return;
    // Refused messages stay below, and the text that they came in with them.
    if (left === 0) form.reset(emptyCapture());
    toast.blank(left === 0 ? 'All are captured.' : `${left} not captured. Please check below.`);
    form.focus('message');
  };

  return {
    form,
    claim: looked.claim,
    note: looked.note,
    captured,
    many,
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
    /** `next` gets the focus where the message told all that is needed: the tick. */
    paste: async (message: string, next?: () => void) => {
      form.setFieldValue('message', message);
      form.clearErrors();
      if (many.take(message)) return next?.();
      if (message.trim() === '') return;
      const sms = readMomoSms(message, networks);
      const { network } = form.getValues();
      const told = isAside(sms.kind) ? emptyCapture() : fromMessage(sms);
      form.setValues({ ...told, message, network, seen_in_account: false });
      const { message: aside } = asideErrors(form.getValues(), networks);
      if (aside !== undefined) form.setFieldError('message', aside);
      if (told.transaction_id === '') latest.current = '';
      else if (told.amount !== '') next?.();
      await lookUp(told.transaction_id);
    },
    submit: (event: FormEvent) => {
      if (many.rows.length === 0) return submitOne(event);
      event.preventDefault();
      void submitMany();
    },
  };
};
