import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Registration } from '@banbo/contract';
import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type Answer, newKey, postForm, postJson } from './calls.ts';
import { DEATHS, placeOf } from './deaths.ts';
import { countPostgres } from './postgres-processes.ts';
import type { Server } from './server-process.ts';
import { readStored } from './stored.ts';

/** `npm test -- deep` kills more often, `npm test -- long` most often. */
const USUAL = process.env.DEEP ? 3 : 1;
const ROUNDS = process.env.LONG ? 20 : USUAL;
const CALLERS = 4;
/** Milliseconds after which a caller tries again. */
const RETRY_MS = 20;

/** A call that is repeated, under the same key, until it is confirmed. */
type Wish = { key: string; send: (address: string, key: string) => Promise<Answer>; confirmed: Answer | null };

/** Emits `confirmed` whenever a wish is confirmed. */
const progress = new EventEmitter();

const newWish = (send: Wish['send']): Wish => ({ key: newKey(), send, confirmed: null });

const registrationOfDriver = (registration: Registration): Wish =>
  newWish((address, key) => postForm(address, registration, key));

const paymentBy = (registration: Registration, registered: Answer): Wish => {
  const { driver_code } = registered.body.driver as { driver_code: string };
  const payment = submissionOf({ car_number: registration.car_number, driver_code });
  return newWish((address, key) => postJson(address, '/api/payments', payment, key));
};

/** Sends the wish until it is confirmed; false when no server is left. */
const fulfil = async (wish: Wish, server: Server): Promise<boolean> => {
  const send = () => wish.send(server.address, wish.key).catch(() => null);
  const gone = awaitLater(server.end.then(() => true));
  let answer = await send();
  while (!answer || answer.status === 503) {
    if (answer) expect(answer.body).toMatchObject({ code: 'busy' });
    if (await Promise.race([gone, delay(RETRY_MS, false)])) return false;
    answer = await send();
  }
  expect(answer).toMatchObject({ status: 201 });
  wish.confirmed = answer;
  progress.emit('confirmed');
  return true;
};

/** The deaths that every run tries: one of each program, with one server and with two. */
const IN_EVERY_RUN: ReadonlySet<string> = new Set<keyof typeof DEATHS>(['its PostgreSQL', 'one of two servers']);
const TRIED = Object.entries(DEATHS).filter(([death]) => process.env.DEEP || IN_EVERY_RUN.has(death));

// They wait for processes to start and end often enough to run at the same time.
test.concurrent.for(TRIED)(
  'again and again killed in the middle of writes (%s), nothing confirmed is lost and nothing is there twice',
  async ([death, kill], { expect, onTestFinished }) => {
    const { dataDir, settings, start } = await placeOf(death, onTestFinished);
    const photo = await photoJpeg(1, 64);
    const drivers: Wish[] = [];
    const payments: Wish[] = [];
    const confirmed = () => [...drivers, ...payments].filter((wish) => wish.confirmed).length;

    const register = async (server: Server): Promise<boolean> => {
      const registration = nextRegistration(drivers.length % 5 === 0 ? { file: photo } : {});
      const driver = registrationOfDriver(registration);
      drivers.push(driver);
      if (!(await fulfil(driver, server)) || !driver.confirmed) return false;
      const payment = paymentBy(registration, driver.confirmed);
      payments.push(payment);
      return fulfil(payment, server);
    };

    let enough = false;
    const callUntilGone = async (server: Server): Promise<void> => {
      while (!enough && (await register(server))) {}
    };
    const untilConfirmed = async (count: number, { end }: Server): Promise<void> => {
      const ended = end.then(() => true);
      let gone = false;
      while (confirmed() < count && !gone) {
        gone = await Promise.race([ended, once(progress, 'confirmed').then(() => false)]);
      }
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start();
      const waiting = [...drivers, ...payments].filter((wish) => !wish.confirmed);
      for (const wish of waiting) expect(await fulfil(wish, server)).toBe(true);
      enough = false;
      const callers = awaitLater(Promise.all(Array.from({ length: CALLERS }, () => callUntilGone(server))));
      await untilConfirmed(confirmed() + 8 + 2 * round, server);
      kill(server, dataDir);
      // A living server goes on as soon as its PostgreSQL is back.
      await untilConfirmed(confirmed() + CALLERS + 1, server);
      enough = true;
      await callers;
      server.kill('SIGTERM');
      await server.end;
      await expect.poll(() => countPostgres(dataDir)).toBe(0);
    }

    const stored = await readStored(dataDir, settings);
    const codeOf = (wish: Wish) => (wish.confirmed?.body.driver as { driver_code: string } | undefined)?.driver_code;
    const codes = drivers.map(codeOf).filter((code) => code !== undefined);
    expect(codes.length).toBeGreaterThanOrEqual(ROUNDS * 4);
    expect(new Set(codes).size).toBe(codes.length);
    expect(stored.drivers).toEqual(expect.arrayContaining(codes));
    // Unconfirmed calls of the last round may be stored or not, but never more than once.
    expect(new Set(stored.drivers).size).toBe(stored.drivers.length);
    expect(stored.drivers.length).toBeLessThanOrEqual(drivers.length);
    // Each photo has a driver or a row as unowned; none has both.
    expect(stored.photos).toEqual(expect.arrayContaining(stored.namedPhotos));
    const known = [...stored.namedPhotos, ...stored.unownedPhotos];
    expect(new Set(known).size).toBe(known.length);
    expect(known).toEqual(expect.arrayContaining(stored.photos.map((name) => name.replace(/\.tmp$/, ''))));
    const paid = payments.filter((wish) => wish.confirmed).length;
    expect(stored.payments.length).toBeGreaterThanOrEqual(paid);
    expect(stored.payments.length).toBeLessThanOrEqual(payments.length);
    expect(new Set(stored.payments).size).toBe(stored.payments.length);
  },
);
