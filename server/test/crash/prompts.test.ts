import { expect, test } from 'vitest';
import { startStandIn } from '#integrations/momo/stand-in.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { postForm, postJson } from './calls.ts';
import { endServers } from './end-servers.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

test('a server that is killed while it waits for the answer to a prompt charges nobody twice, and its payment is cleared by the next start', async ({
  onTestFinished,
}) => {
  const standIn = await startStandIn();
  const { dataDir, remove } = startedFolder();
  const servers: Server[] = [];
  onTestFinished(async () => {
    await endServers(servers, dataDir);
    remove();
    await standIn.close();
  });
  const start = async (): Promise<Server> => {
    const server = await startServer(dataDir, standIn.settings);
    servers.push(server);
    return server;
  };

  const first = await start();
  const registration = nextRegistration();
  const { driver_code } = (await postForm(first.address, registration)).body.driver as { driver_code: string };
  standIn.next('ask', 'silent');
  const fee = { car_number: registration.car_number, driver_code, payment_type: 'RF', amount: '200.00' };
  const asked = await postJson(first.address, '/api/payments/prompts', { ...fee, payer_number: '0244123456' });
  expect(asked.status).toBe(201);
  await expect.poll(() => standIn.asked().length, { timeout: 60_000 }).toBe(1);
  first.kill('SIGKILL');
  await first.end;

  const second = await start();
  const prompt = async () =>
    (await fetch(`${second.address}/api/payments/prompts/${asked.body.reference}`)).json() as Promise<object>;
  await expect.poll(prompt, { interval: 500 }).toMatchObject({
    state: 'paid',
    message: expect.stringContaining('was received and cleared'),
  });
  expect(standIn.asked()).toHaveLength(1);
});
