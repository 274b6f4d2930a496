import { afterEach, beforeEach, expect, test } from 'vitest';
import { photoJpeg } from '../builders/photos.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { type Payer, submissionOf } from '../builders/submissions.ts';
import { type Answer, postForm, postJson } from './calls.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';
import { readPhotos, readStored } from './stored.ts';

const FULL = 'The server’s disk is full, so nothing was saved. Please try again later.';

let dataDir: string;
let remove: () => void;
let server: Server;
beforeEach(async () => {
  ({ dataDir, remove } = startedFolder());
  server = await startServer(dataDir);
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.end;
  remove();
});

const register = async (): Promise<Payer> => {
  const { car_number, ...others } = nextRegistration();
  const { status, body } = await postForm(server.address, { car_number, ...others });
  expect(status).toBe(201);
  return { car_number, driver_code: (body.driver as { driver_code: string }).driver_code };
};

const pay = (payment: object): Promise<Answer> => postJson(server.address, '/api/payments', payment);

test('a disk that breaks ends the server at once, unanswered and with one line, and what was confirmed is kept', async () => {
  const payer = await register();
  const kept = submissionOf(payer);
  expect(await pay(kept)).toMatchObject({ status: 201 });
  await server.setDisk('broken');
  const lost = submissionOf(payer, {
    payment_type: 'SS',
    payment_year: 2026,
    payment_month: 'NOVEMBER',
    amount: '300.00',
  });
  await expect(pay(lost)).rejects.toThrow('fetch failed');
  await expect(fetch(`${server.address}/api/healthz`)).rejects.toThrow('fetch failed');
  const { code, output } = await server.end;
  expect(code).toBe(1);
  const said = output.split('\n').filter((line) => /EIO/.test(line));
  expect(said).toEqual([
    `The disk of ${dataDir}/database answered EIO. The server ends; everything it confirmed is kept.`,
  ]);
  expect(await readStored(dataDir)).toMatchObject({
    drivers: [payer.driver_code],
    payments: [kept.transaction_id],
  });
});

test('a full disk is said, leaves no row and no file, and ends with the disk being full', async () => {
  const payer = await register();
  await server.setDisk('full');
  const withPhoto = nextRegistration({ file: await photoJpeg(1, 64) });
  const refused = { status: 507, body: { code: 'storage_full', message: FULL } };
  expect(await postForm(server.address, withPhoto)).toMatchObject(refused);
  expect(readPhotos(dataDir)).toEqual([]);

  // Rows still fit until their page is full.
  const fitting: string[] = [];
  let answer = await postForm(server.address, nextRegistration());
  while (answer.status === 201) {
    fitting.push((answer.body.driver as { driver_code: string }).driver_code);
    answer = await postForm(server.address, nextRegistration());
  }
  expect(answer).toMatchObject(refused);
  expect((await fetch(`${server.address}/api/nationality`)).status).toBe(200);

  await server.setDisk('sound');
  expect(await postForm(server.address, withPhoto)).toMatchObject({ status: 201 });
  expect(readPhotos(dataDir)).toHaveLength(1);
  server.kill('SIGTERM');
  expect(await server.end).toMatchObject({ code: 0 });
  const { drivers, payments } = await readStored(dataDir);
  expect(payments).toEqual([]);
  expect(drivers).toHaveLength(fitting.length + 2);
  expect(drivers).toEqual(expect.arrayContaining([payer.driver_code, ...fitting]));
});
