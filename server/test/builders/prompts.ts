import type { Db } from '#db/database.ts';
import { judgePrompt, storePrompt } from '../../src/domains/clearance/prompts/ask-for-prompt.ts';
import type { Payer } from './submissions.ts';

/** Asks for a prompt of a driver's registration fee on the clock's day; gives its reference. */
export const buildPrompt = async (
  { db, clock }: { db: Db; clock: { now: Date } },
  { car_number, driver_code }: Payer,
  payer_number: string,
): Promise<string> => {
  const fee = { car_number, driver_code, payment_type: 'RF', amount: '200.00', payer_number };
  const prompt = await judgePrompt(db, fee, clock.now);
  const { reference } = await db.transaction().execute((tx) => storePrompt(tx, prompt, clock.now, null));
  return reference;
};
