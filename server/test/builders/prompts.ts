import type { PaymentSubmission } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { judgePrompt, storePrompt } from '../../src/domains/clearance/prompts/ask-for-prompt.ts';
import type { Payer } from './submissions.ts';

/** Asks for a prompt on the clock's day, by default of RF; gives its reference. */
export const buildPrompt = async (
  { db, clock }: { db: Db; clock: { now: Date } },
  { car_number, driver_code }: Payer,
  payer_number: string,
  asked: Pick<PaymentSubmission, 'payment_type' | 'amount'> = { payment_type: 'RF', amount: '200.00' },
): Promise<string> => {
  const fee = { car_number, driver_code, ...asked, payer_number };
  const prompt = await judgePrompt(db, fee, clock.now);
  const { reference } = await db.transaction().execute((tx) => storePrompt(tx, prompt, clock.now, null));
  return reference;
};
