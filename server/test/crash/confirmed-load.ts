import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { newKey, postForm } from './calls.ts';

/** A registration with a photo and cash for it, and when the server had confirmed it. */
type Confirmed = { driver: string; at: number };

type Paying = { car_number: string; driver_code: string };

/** Receives cash, unless the clerk has had as many calls as there are in a minute. */
const receiveCash = async (address: string, paying: Paying, as: Record<string, string>): Promise<void> => {
  const payments = [{ ...paying, payment_type: 'RF', amount: '200.00' }];
  const answer = await fetch(`${address}/api/payments/receive`, {
    method: 'POST',
    headers: { ...as, 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: JSON.stringify({ mode: 'cash', amount: '200.00', payments }),
  });
  if (answer.status === 429) return;
  const body = (await answer.json()) as { payment_ids?: string[] };
  if (body.payment_ids?.[0] === undefined) throw new Error(`Cash was answered with ${JSON.stringify(body)}`);
};

/** Has drivers register, and pay in cash at the desk, `atOnce` at a time, until its end. */
export const loadConfirmed = async (address: string, as: Record<string, string>, atOnce = 2) => {
  const photo = await photoJpeg(1, 64);
  const confirmed: Confirmed[] = [];
  let over = false;
  const work = async (): Promise<void> => {
    while (!over) {
      const registration = nextRegistration({ file: photo });
      const { status, body } = await postForm(address, registration);
      if (status !== 201) throw new Error(`A registration was answered with ${status}: ${JSON.stringify(body)}`);
      const { driver_code } = body.driver as { driver_code: string };
      await receiveCash(address, { car_number: registration.car_number, driver_code }, as);
      confirmed.push({ driver: driver_code, at: Date.now() });
    }
  };
  const working = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      // Calls fail so when their server is killed.
      if (!(error instanceof TypeError)) throw error;
    }),
  );
  return {
    confirmed,
    /** Ends with the calls that are under way. */
    end: async (): Promise<void> => {
      over = true;
      await Promise.all(working);
    },
  };
};
