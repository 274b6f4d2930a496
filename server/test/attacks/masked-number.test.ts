import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../builders/drivers.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { startApp, type TestApp } from '../harness.ts';
import { leftBehind, sendRegistration } from '../register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const local = (mobile: string): string => mobile.replace('+233', '0');

test('with the victim’s car, a right guess of number or ID and a wrong one get the same answer', async () => {
  const { driver } = await buildDriver(it);
  const wrong = nextRegistration();
  const answers = await Promise.all(
    [
      { mobile_number: wrong.mobile_number, id_number: wrong.id_number },
      { mobile_number: local(driver.mobile_number), id_number: wrong.id_number },
      { mobile_number: wrong.mobile_number, id_number: driver.id_number },
      { mobile_number: local(driver.mobile_number), id_number: driver.id_number },
    ].map((guess) => sendRegistration(it, { ...guess, car_number: driver.car_number })),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body.issues).toHaveLength(1);
  expect(answers[0]?.body.issues[0].path).toBe('body.car_number');
});

test('with a driver’s mobile number, a right guess of the ID and a wrong one get the same answer', async () => {
  const { driver } = await buildDriver(it);
  const mobile_number = local(driver.mobile_number);
  const right = await sendRegistration(it, { mobile_number, id_number: driver.id_number });
  const wrong = await sendRegistration(it, { mobile_number });
  expect(right).toEqual(wrong);
  expect(right.body.issues.map(({ path }: { path: string }) => path)).toEqual(['body.mobile_number']);
});

test('a race for car, number and ID at once names the car alone, in whatever order the indexes were made', async () => {
  // A restored dump makes indexes in any order.
  await sql`DROP INDEX drivers_car`.execute(it.db);
  await sql`CREATE UNIQUE INDEX drivers_car ON drivers (car_key) WHERE removed_at IS NULL`.execute(it.db);
  const same = nextRegistration();
  const { car_number, mobile_number, id_number } = same;
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => sendRegistration(it, { car_number, mobile_number, id_number })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(3);
  for (const { body } of refused) {
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['body.car_number']);
  }
});

test('the three hidden digits cannot be tried out from many addresses, and what is refused leaves nothing', async () => {
  const { driver } = await buildDriver(it);
  const known = await buildDriver(it);
  const number = local(driver.mobile_number);
  // Reuses an ID number, so that a wrong guess registers nobody and the attacker pays nothing.
  const id_number = known.driver.id_number;
  const before = await leftBehind(it);
  const answers: string[] = [];
  for (let guess = 0; guess < 60; guess += 1) {
    const middle = String((Number(number.slice(3, 6)) + 1 + guess) % 1000).padStart(3, '0');
    const mobile_number = `${number.slice(0, 3)}${middle}${number.slice(6)}`;
    answers.push((await sendRegistration(it, { mobile_number, id_number })).body.code);
  }
  expect(answers.slice(0, 20)).toEqual(Array(20).fill('already_registered'));
  expect(answers.slice(20)).toEqual(Array(40).fill('too_many_requests'));
  const itself = await sendRegistration(it, { mobile_number: number, id_number });
  expect(itself.body.code).toBe('too_many_requests');
  expect(await leftBehind(it)).toEqual(before);
});
