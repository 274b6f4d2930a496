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
/** The same of somebody signed in, whose phones may be strangers' all the same. */
const THING_OF_ACCOUNT = { name: 'prompts for a thing from an account', max: 12, seconds: DAY };
const ACCOUNT = { name: 'prompts from an account', max: 30, seconds: DAY };

type Asked = {
  payer_number: string;
  /** The fee's subject in its one spelling: a car's number, a tenancy, a plot or an application. */
  thing: string;
  address: string;
  caller: Caller | null;
};

/**
 * The limits of a prompt by phone and by its fee's subject, in the order to count in. Those signed
 * in count by account, apart from strangers, who could otherwise keep a driver from paying.
 */
const countsOfPrompt = ({ thing, payer_number, address, caller }: Asked) => {
  if (caller && isStaffRole(caller.role)) return [];
  const payer = { limit: PAYER, subject: normalizePhone(payer_number) ?? payer_number };
  if (caller) {
    const { accountId } = caller;
    return [
      payer,
      { limit: THING_OF_ACCOUNT, subject: `${thing} ${accountId}` },
      { limit: ACCOUNT, subject: accountId },
    ];
  }
  const sender = siteKey(address) ?? addressKey(address);
  return [payer, { limit: CAR_FROM_ADDRESS, subject: `${thing} ${sender}` }, { limit: CAR, subject: thing }];
};

/** The counts of a prompt. Refused with 422 `refused` where no prompts are set up. */
export const countingPrompt = (
  asked: Asked,
  { offersPrompts, now, reply }: { offersPrompts: boolean; now: Date; reply: FastifyReply },
) => {
  if (!offersPrompts) throw new Refusal('refused', NOT_SET_UP);
  return checkedCounting(countsOfPrompt(asked), now, reply, TOO_MANY);
};

const NOT_SET_UP =
  'Paying by a prompt is not set up here. Please send the money yourself and tell us its transaction ID.';
const TOO_MANY = 'Too many prompts were sent today. Please send the money yourself, or contact us.';

type Deps = {
  db: Db;
  now: () => Date;
  /** Refused with 422 `refused` before payments are open. */
  openNetworks: () => Promise<unknown>;
  offersPrompts: boolean;
  lists: Lists;
};

export const promptRoutes = (app: ApiScope, { db, openNetworks, offersPrompts, lists, ...deps }: Deps): void => {
  const { act } = serving(app, { db, ...deps });
  act(sendPrompt, async ({ body, by: caller, now }, request, reply) => {
    if (!offersPrompts) throw new Refusal('refused', NOT_SET_UP);
    await openNetworks();
    const prompt = await judgePrompt(db, body, now);
    // Counted with the insert, so that a refused prompt does not count.
    const { payer_number, car_number } = body;
    const asked = { payer_number, thing: normalizeCarNumber(car_number), address: request.address, caller };
    const counting = countingPrompt(asked, { offersPrompts, now, reply });
    return request.inTransaction(async (tx) => {
      const { reference, message } = await storePrompt(tx, prompt, now, counting);
      return { success: true, reference, state: 'waiting' as const, message };
    });
  });
  act(getPrompt, ({ reference, now }) => showPrompt(db, reference, now));
  lists.serve(app, promptList, promptsSource, () => undefined);
};
