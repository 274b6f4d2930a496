import type { Registration } from '@banbo/contract';
import { expect, test } from 'vitest';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { type Answer, newKey, postForm, postJson } from './calls.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

const ROUNDS = 10;
const CALLERS = 4;

/** What has been asked for; it is asked for again, under the same key, until it is confirmed. */
type Wish = { key: string; send: (address: string, key: string) => Promise<Answer>; confirmed: Answer | null };

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
  const answer = await wish.send(address, wish.key).catch(() => null);
  if (!answer) return false;
  expect(answer).toMatchObject({ status: 201 });
  wish.confirmed = answer;
  return true;
};

test('ten times killed in the middle of writes, nothing confirmed is lost and nothing is there twice', async () => {
  const { dataDir, remove } = startedFolder();
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

  const callUntilGone = async (address: string): Promise<void> => {
    while (await register(address)) {}
  };

  const killAfter = async (server: Server, more: number): Promise<void> => {
    const enough = confirmed() + more;
    while (confirmed() < enough) await new Promise((resolve) => setImmediate(resolve));
    server.kill('SIGKILL');
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer(dataDir);
    const waiting = [...drivers, ...payments].filter((wish) => !wish.confirmed);
    for (const wish of waiting) expect(await fulfil(wish, server.address)).toBe(true);
    const callers = Array.from({ length: CALLERS }, () => callUntilGone(server.address));
    await killAfter(server, 8 + 3 * round);
    await Promise.all(callers);
    expect(await server.end).toMatchObject({ signal: 'SIGKILL' });
  }

  const stored = await readStored(dataDir);
  const codeOf = (wish: Wish) => (wish.confirmed?.body.driver as { driver_code: string } | undefined)?.driver_code;
  const codes = drivers.map(codeOf).filter((code) => code !== undefined);
  expect(codes.length).toBeGreaterThan(ROUNDS * 4);
  expect(new Set(codes).size).toBe(codes.length);
  expect(stored.drivers).toEqual(expect.arrayContaining(codes));
  // The last round's calls that nobody confirmed may be there or not, but never more than once.
  expect(new Set(stored.drivers).size).toBe(stored.drivers.length);
  expect(stored.drivers.length).toBeLessThanOrEqual(drivers.length);
  const paid = payments.filter((wish) => wish.confirmed).length;
  expect(stored.payments.length).toBeGreaterThanOrEqual(paid);
  expect(stored.payments.length).toBeLessThanOrEqual(payments.length);
  expect(new Set(stored.payments).size).toBe(stored.payments.length);
  remove();
});
