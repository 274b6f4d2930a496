import { parseArgs } from 'node:util';
import { registrationOf } from '../server/test/builders/registrations.ts';
import { asTable, compare } from './lib/compare.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

/** Registering alone, and while 10,000 drivers are imported in one transaction after the other. */
const { values: given } = parseArgs({
  options: {
    postgres: { type: 'string' },
    drivers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
  },
});
const served = await startServed({
  ...(given.postgres && { postgres: given.postgres }),
  drivers: Number(given.drivers),
  payments: 0,
  seconds: Number(given.seconds),
});

/** Of serial numbers that no filled driver has. */
let serial = 1_000_000;
const BOUNDARY = 'bench';

const registration = (): Call => {
  serial += 1;
  const parts = Object.entries(registrationOf(serial)).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const headers = { ...addressOf(serial), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { method: 'POST', path: '/api/drivers', headers, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
};
const register = () => served.measure(served.ports.app, registration, 201);

const beside = async () => {
  let over = false;
  const importing = (async () => {
    let imports = 0;
    while (!over) {
      await served.ask('import');
      imports += 1;
    }
    return imports;
  })();
  const measured = await register();
  over = true;
  if ((await importing) === 0) throw new Error('Nothing was imported');
  return measured;
};

try {
  const comparison = await compare(
    [
      { name: 'registering', run: register },
      { name: 'beside imports of 10,000 drivers', run: beside },
    ],
    Number(given.rounds),
  );
  console.log(
    asTable(`POST /api/drivers, ${given.drivers} drivers, 16 connections, ${given.rounds} rounds`, comparison),
  );
} finally {
  await served.end();
}
