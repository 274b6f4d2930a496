import type { PromptRequest } from '@banbo/contract';
import { type Presence, presenceUnseen } from '#db/connection/presence.ts';
import { followPrompts, hasPromptToFollow } from '#domains/clearance';
import { mtnMomo } from '#integrations/momo/mtn-momo.ts';
import { startStandIn } from '#integrations/momo/stand-in.ts';
import { buildDriver } from '../builders/drivers.ts';
import { startApp } from '../harness.ts';
import { nextAddress } from '../register.ts';
import { deadlinesOf } from './deadlines.ts';

const SECOND = 1_000;

/** Settings of an app that takes prompts and sends none: only a job does. */
export const TAKES_PROMPTS = {
  MOMO_URL: 'http://127.0.0.1:9',
  MOMO_USER: 'user',
  MOMO_KEY: 'key',
  MOMO_SUBSCRIPTION: 'subscription',
};

let lastPayer = 244_000_000;

/** A number that no other prompt of this process has had. */
export const nextPayer = (): string => {
  lastPayer += 1;
  return `0${lastPayer}`;
};

/** The app with a stand-in for the network, and a server's poll of its prompts. */
export const startPrompts = async () => {
  const standIn = await startStandIn();
  const it = await startApp(standIn.settings);
  const { MOMO_URL: url = '', MOMO_USER: user = '', MOMO_KEY: key = '', MOMO_SUBSCRIPTION = '' } = standIn.settings;
  const settings = { url, user, key, subscription: MOMO_SUBSCRIPTION, environment: 'mtnghana', currency: 'GHS' };
  const deadline = deadlinesOf(standIn);
  const told: string[] = [];
  const send = (payload: object, headers: Record<string, string> = {}, remoteAddress = nextAddress()) =>
    it.app.inject({ method: 'POST', url: '/api/payments/prompts', payload, headers, remoteAddress });
  const request = async (given: Partial<PromptRequest> = {}): Promise<PromptRequest> => {
    const { car_number, driver_code } = (await buildDriver(it)).driver;
    return { car_number, driver_code, payment_type: 'RF', amount: '200.00', payer_number: nextPayer(), ...given };
  };
  const read = async (reference: string) => (await it.app.inject(`/api/payments/prompts/${reference}`)).json();
  return {
    it,
    standIn,
    told,
    /** A server of its own, which looks where a prompt is due. */
    server: (presence: Presence = presenceUnseen()) => {
      const momo = mtnMomo(settings, { deadline });
      const now = () => it.clock.now;
      const tell = (_prompt: string, words: string) => void told.push(words);
      return async () => {
        if (!(await hasPromptToFollow(it.db, presence, now()))) return;
        await followPrompts({ db: it.db, momo, now, presence, tell });
      };
    },
    /** A prompt for the registration fee of a new driver, as the form asks for it. */
    request,
    send,
    read,
    /** Asks for a prompt, and gives its reference. */
    ask: async (given: Partial<PromptRequest> = {}): Promise<string> =>
      (await send(await request(given))).json().reference,
    later: (seconds: number): void => {
      it.clock.now = new Date(it.clock.now.getTime() + seconds * SECOND);
    },
    stored: async (reference: string) =>
      it.db.selectFrom('prompts').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
    paymentOf: async (reference: string) =>
      it.db
        .selectFrom('payments')
        .selectAll('payments')
        .innerJoin('prompts', 'prompts.payment_id', 'payments.id')
        .where('prompts.reference', '=', reference)
        .executeTakeFirstOrThrow(),
    close: async () => {
      await it.close();
      await standIn.close();
    },
  };
};

export type Prompts = Awaited<ReturnType<typeof startPrompts>>;
