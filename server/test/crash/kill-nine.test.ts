import { EventEmitter, once } from 'node:events';
import type { Registration } from '@banbo/contract';
import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type Answer, newKey, postForm, postJson } from './calls.ts';
import { countPostgres, postmasterOf } from './postgres-processes.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

/** `npm test -- long` kills more often. */
const ROUNDS = process.env.LONG ? 20 : 5;
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

/** Sends the wish until it is confirmed; false when the server is gone. */
const fulfil = async (wish: Wish, address: string): Promise<boolean> => {
  let answer = await wish.send(address, wish.key).catch(() => null);
  while (answer?.status === 503) {
    expect(answer.body).toMatchObject({ code: 'busy' });
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    answer = await wish.send(address, wish.key).catch(() => null);
  }
  if (!answer) return false;
  expect(answer).toMatchObject({ status: 201 });
  wish.confirmed = answer;
  progress.emit('confirmed');
  return true;
};

/** The processes that are killed in a round, while callers register and pay. */
const DEATHS = {
  'the server': (server: Server) => server.kill('SIGKILL'),
  'its PostgreSQL': (_server: Server, dataDir: string) => process.kill(postmasterOf(dataDir), 'SIGKILL'),
  both: (server: Server, dataDir: string) => {
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    server.kill('SIGKILL');
  },
};

// They wait for processes to start and end often enough to run at the same time.
test.concurrent.for(Object.entries(DEATHS))(
  'again and again killed in the middle of writes (%s), nothing confirmed is lost and nothing is there twice',
  async ([, kill], { expect, onTestFinished }) => {
    const { dataDir, remove } = startedFolder();
    onTestFinished(remove);
    const photo = await photoJpeg(1, 64);
    const drivers: Wish[] = [];
    const payments: Wish[] = [];
    const confirmed = () => [...drivers, ...payments].filter((wish) => wish.confirmed).length;

    const register = async (address: string): Promise<boolean> => {
      const registration = nextRegistration(drivers.length % 5 === 0 ? { file: photo } : {});
      const driver = registrationOfDriver(registration);
      drivers.push(driver);
      if (!(await fulfil(driver, address)) || !driver.confirmed) return false;
      const payment = paymentBy(registration, driver.confirmed);
      payments.push(payment);
      return fulfil(payment, address);
    };

    let enough = false;
    const callUntilGone = async (address: string): Promise<void> => {
      while (!enough && (await register(address))) {}
    };
    const untilConfirmed = async (count: number, { end }: Server): Promise<void> => {
      const ended = end.then(() => true);
      let gone = false;
      while (confirmed() < count && !gone) {
        gone = await Promise.race([ended, once(progress, 'confirmed').then(() => false)]);
      }
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startServer(dataDir);
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await server.end;
      });
      const waiting = [...drivers, ...payments].filter((wish) => !wish.confirmed);
      for (const wish of waiting) expect(await fulfil(wish, server.address)).toBe(true);
      enough = false;
      const callers = awaitLater(Promise.all(Array.from({ length: CALLERS }, () => callUntilGone(server.address))));
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

    const stored = await readStored(dataDir);
    const codeOf = (wish: Wish) => (wish.confirmed?.body.driver as { driver_code: string } | undefined)?.driver_code;
    const codes = drivers.map(codeOf).filter((code) => code !== undefined);
    expect(codes.length).toBeGreaterThan(ROUNDS * 4);
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
