import {
  type DriverPricing,
  type DriverProfile,
  type findDriverByCarNumber,
  normalizeCarNumber,
} from '@banbo/contract';
import { useRef, useState } from 'react';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { knownSite } from '~/lib/api/known-site.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { toast } from '~/lib/toast.ts';
import { loadPaymentRules, type PaymentFormState } from './use-payment-form.ts';

const FIND: Address<typeof findDriverByCarNumber> = {
  method: 'POST',
  url: '/drivers/find_driver_by_car_number',
  access: 'public',
};

/** Finds the driver of a car; staff see more than strangers. Throws `ApiError`. */
export const lookUpDriver = async (car_number: string): Promise<DriverProfile> => {
  await recallSession();
  const { driver } = await call<typeof findDriverByCarNumber>(FIND, { body: { car_number } });
  return driver;
};

const TROUBLE_MS = 5000;
const NOBODY = { driver_code: '', fullname: '', mobile_number: '' };

/** The reason to enter the driver code by hand; null if the look-up answered. */
const manualEntryReasonOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.status === 0) return 'There is no network';
  if (error.status === 429) return 'There were too many look-ups from here';
  return error.status >= 500 ? 'The look-up does not answer at the moment' : null;
};

/**
 * Finds the driver of the car number and fills in the server's facts. If the look-up fails,
 * `manualEntryReason` says why the driver code is to be entered. `pricing` is that of the driver
 * who was found, or of the one that the form opened for.
 */
export const useDriverLookup = (form: PaymentFormState, opened: DriverPricing | null) => {
  const asked = useRef(normalizeCarNumber(form.getValues().car_number));
  const inFlight = useRef<Promise<void>>(Promise.resolve());
  const refused = useRef(false);
  const [manualEntryReason, setManualEntryReason] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [pricing, showPricing] = useState(opened);
  // Submit reads it in the same call, before a render.
  const latest = useRef(opened);
  const setPricing = (next: DriverPricing | null) => {
    latest.current = next;
    showPricing(next);
  };

  const refuse = (message: string) => {
    refused.current = true;
    toast.error(message, { duration: TROUBLE_MS });
    form.setFieldError('car_number', message);
    form.focus('car_number');
  };

  const find = async (car_number: string) => {
    setLooking(true);
    try {
      const { driver_code, fullname, mobile_number, plans, first_month } = await lookUpDriver(car_number);
      if (normalizeCarNumber(car_number) !== asked.current) return;
      form.setValues({ driver_code, fullname, mobile_number });
      form.clearFieldError('car_number');
      form.clearFieldError('driver_code');
      setManualEntryReason(null);
      setPricing({ plans, first_month });
    } catch (error) {
      if (normalizeCarNumber(car_number) !== asked.current) return;
      const why = manualEntryReasonOf(error);
      setManualEntryReason(why);
      if (why === null) refuse((error as ApiError).message);
    } finally {
      setLooking(false);
    }
  };

  const ask = (): Promise<void> => {
    refused.current = false;
    const { car_number } = form.getValues();
    asked.current = normalizeCarNumber(car_number);
    form.setValues(NOBODY);
    setPricing(null);
    inFlight.current = find(car_number.trim().toUpperCase());
    return inFlight.current;
  };

  const isAsked = (): boolean => normalizeCarNumber(form.getValues().car_number) === asked.current;

  /** The problem of the car number; null without the rules, since the server checks it. */
  const carProblem = async (): Promise<string | null> => {
    const rules = await loadPaymentRules().catch(() => null);
    return rules?.checkPaymentField('car_number', form.getValues(), knownSite().networks) ?? null;
  };

  /** Looks up a changed car number on leaving it. */
  const leave = async () => {
    const problem = await carProblem();
    if (problem) {
      toast.error(problem, { duration: TROUBLE_MS });
      form.setFieldError('car_number', problem);
    } else if (!isAsked()) void ask();
  };

  /**
   * Makes sure of the driver before Submit: waits for a look-up, or repeats a failed one. False if
   * the person was just told that there is none.
   */
  const ensure = async (): Promise<boolean> => {
    await inFlight.current;
    if (await carProblem()) return true;
    if (!isAsked() || (form.getValues().driver_code === '' && !manualEntryReason)) await ask();
    return !refused.current;
  };

  /** Lets the person correct the driver code; looks up another car number alone. */
  const correct = () => {
    asked.current = normalizeCarNumber(form.getValues().car_number);
    setManualEntryReason('It was not accepted');
  };

  return {
    manualEntryReason,
    pricing,
    knownPricing: () => latest.current,
    isLooking,
    leave,
    ensure,
    correct,
    forget: () => {
      asked.current = '';
      setManualEntryReason(null);
      setPricing(null);
    },
  };
};
