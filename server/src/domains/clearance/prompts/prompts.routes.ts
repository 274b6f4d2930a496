import { getPrompt, isStaffRole, normalizeCarNumber, normalizePhone, promptList, sendPrompt } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import { checkedCounting } from '#http/limits/counts.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey, siteKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { judgePrompt, promptsSource, showPrompt, storePrompt } from './ask-for-prompt.ts';

const DAY = 86_400;

/** Strangers can make a phone ring by its number; a few slips and several months fit. */
const PAYER = { name: 'prompts to a phone', max: 6, seconds: DAY };
const CAR_FROM_ADDRESS = { name: 'prompts for a car from an address', max: 12, seconds: DAY };
const CAR = { name: 'prompts for a car', max: 30, seconds: DAY };

type Asked = { car_number: string; payer_number: string; address: string; caller: Caller | null };

/**
 * The limits of a prompt by phone and car, in the order to count in. The phone's also apply to
 * members, who may enter any phone; the car's only to strangers, who could otherwise keep its
 * driver from paying.
 */
const countsOfPrompt = ({ car_number, payer_number, address, caller }: Asked) => {
  if (caller && isStaffRole(caller.role)) return [];
  const payer = { limit: PAYER, subject: normalizePhone(payer_number) ?? payer_number };
  if (caller) return [payer];
  const car = normalizeCarNumber(car_number);
  const sender = siteKey(address) ?? addressKey(address);
  return [payer, { limit: CAR_FROM_ADDRESS, subject: `${car} ${sender}` }, { limit: CAR, subject: car }];
};

/** Refuses a prompt where none are set up, and counts those to a phone that are not staff's. */
export const countingPrompt = (
  payerNumber: string,
  { offersPrompts, now, reply }: { offersPrompts: boolean; now: Date; reply: FastifyReply },
) => {
  if (!offersPrompts) throw new Refusal('refused', NOT_SET_UP);
  const subject = normalizePhone(payerNumber) ?? payerNumber;
  return checkedCounting([{ limit: PAYER, subject }], now, reply, TOO_MANY);
};

const NOT_SET_UP =
  'Paying by a prompt is not set up here. Please send the money yourself and tell us its transaction ID.';
const TOO_MANY = 'Too many prompts were sent today. Please send the money yourself, or contact us.';

type Deps = { db: Db; now: () => Date; offersPrompts: boolean; lists: Lists };

export const promptRoutes = (app: ApiScope, { db, offersPrompts, lists, ...deps }: Deps): void => {
  const { act } = serving(app, { db, ...deps });
  act(sendPrompt, async ({ body, by: caller, now }, request, reply) => {
    if (!offersPrompts) throw new Refusal('refused', NOT_SET_UP);
    const prompt = await judgePrompt(db, body, now);
    // Counted with the insert, so that a refused prompt does not count.
    const counts = countsOfPrompt({ ...body, address: request.address, caller });
    const counting = checkedCounting(counts, now, reply, TOO_MANY);
    return request.inTransaction(async (tx) => {
      const { reference, message } = await storePrompt(tx, prompt, now, counting);
      return { success: true, reference, state: 'waiting' as const, message };
    });
  });
  act(getPrompt, ({ reference, now }) => showPrompt(db, reference, now));
  lists.serve(app, promptList, promptsSource, () => undefined);
};
