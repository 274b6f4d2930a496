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
import { loadRules, type PaymentForm } from './use-payment-form.ts';

const FIND: Address<typeof findDriverByCarNumber> = {
  method: 'POST',
  url: '/drivers/find_driver_by_car_number',
  access: 'public',
};

/** Finds the driver of a car, as far as the person on this device may know: staff more than a stranger. Throws `ApiError`. */
export const lookUpDriver = async (car_number: string): Promise<DriverProfile> => {
  await recallSession();
  const { driver } = await call<typeof findDriverByCarNumber>(FIND, { body: { car_number } });
  return driver;
};

const TROUBLE_MS = 5000;
const NOBODY = { driver_code: '', fullname: '', mobile_number: '' };

/**
 * The reason why the driver code must be entered by hand, or null when the look-up has answered. The server checks the
 * code.
 */
const manualEntryReasonOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.status === 0) return 'There is no network';
  if (error.status === 429) return 'There were too many look-ups from here';
  return error.status >= 500 ? 'The look-up does not answer just now' : null;
};

/**
 * Finds the driver of the car number and fills in the server's facts. If the look-up fails the driver code may be
 * entered instead: `manualEntryReason` then gives the reason. `pricing` is that of the driver found, or of the one that the form
 * was opened for.
 */
export const useDriverLookup = (form: PaymentForm, opened: DriverPricing | null) => {
  const asked = useRef(normalizeCarNumber(form.getValues().car_number));
  const inFlight = useRef<Promise<void>>(Promise.resolve());
  const refused = useRef(false);
  const [manualEntryReason, setManualEntryReason] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [pricing, showPricing] = useState(opened);
  // Submit goes on in the same call after a look-up, before anything is drawn again.
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

  /** The problem of the car number; without the rules the server's answer says it. */
  const carProblem = async (): Promise<string | null> => {
    const rules = await loadRules().catch(() => null);
    return rules?.checkPaymentField('car_number', form.getValues(), knownSite().networks) ?? null;
  };

  /** Asks on leaving the car number, when it is another one than before: a number that was not found holds nobody back. */
  const leave = async () => {
    const problem = await carProblem();
    if (problem) {
      toast.error(problem, { duration: TROUBLE_MS });
      form.setFieldError('car_number', problem);
    } else if (!isAsked()) void ask();
  };

  /**
   * Makes sure of the driver before Submit: waits for the look-up that is under way, or asks (again) for one not found.
   * False when the person has just been told that there is none.
   */
  const ensure = async (): Promise<boolean> => {
    await inFlight.current;
    if (await carProblem()) return true;
    if (!isAsked() || (form.getValues().driver_code === '' && !manualEntryReason)) await ask();
    return !refused.current;
  };

  /** Lets the driver code that is there be corrected by hand, and asks again only for another car number. */
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
