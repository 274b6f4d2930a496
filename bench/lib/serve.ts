import type { AddressInfo } from 'node:net';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { ensureFirstAdmin } from '../../server/src/domains/identity/index.ts';
import { memoryFiles } from '../../server/src/integrations/files/memory-files.ts';
import { prepare } from '../../server/test/database/prepare.ts';
import { bareServer } from './bare-server.ts';
import { openBench } from './driver.ts';
import { fill } from './fill.ts';

/**
 * The process under load: the product and the bare servers, on the same database, each on a port of its own. The first
 * three arguments say how to fill it; it prints where it listens, and answers each message with a fresh access token.
 */
const [drivers, payments, bin] = process.argv.slice(2);
const PASSWORD = 'Banbo@2026';
const OWN_PAGE = { 'x-requested-with': 'banbo', 'sec-fetch-site': 'same-origin' };

const opened = await openBench(bin);
await prepare(opened.db);
await fill(opened.run, { drivers: Number(drivers), payments: Number(payments) });

const app = await buildApp({
  // Callers choose their addresses, so that the limits by address run and yet refuse no call.
  config: readConfig({ LOG_LEVEL: 'warn', TRUST_PROXY: '1', TOKEN_SECRET: 'a secret that only the bench has, long' }),
  db: opened.db,
  files: memoryFiles(),
  now: () => new Date(),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const plain = bareServer(opened.plain).listen(0, '127.0.0.1');
const prepared = bareServer(opened.prepared).listen(0, '127.0.0.1');

const admin = await ensureFirstAdmin(opened.db, { publicUrl: 'http://localhost', isAlone: true, now: new Date() });
const call = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers: OWN_PAGE });
await call('/api/auth/set_admin_password', {
  email: 'superadmin',
  password: PASSWORD,
  setup_code: admin?.link?.split('#code=')[1],
});

const portOf = (server: { address: () => AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

process.on('message', async () => {
  const session = await call('/api/auth/login', { username: 'superadmin', password: PASSWORD });
  process.send?.({ token: session.json().accessToken });
});
process.on('disconnect', async () => {
  await app.close();
  for (const bare of [plain, prepared]) {
    bare.closeAllConnections();
    bare.close();
  }
  await opened.close();
});
process.send?.({ app: portOf(app.server), plain: portOf(plain), prepared: portOf(prepared) });
