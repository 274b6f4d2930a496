import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { awaitLater } from '../server/src/lib/gather.ts';
import { registrationOf } from '../server/test/builders/registrations.ts';
import { type Call, load, type Measured } from './lib/load.ts';
import { serveApart } from './lib/served-apart.ts';

/** How long registrations take while a job imports drivers, against the same without it. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    drivers: { type: 'string', default: '10000' },
    'per-chunk': { type: 'string', default: '10' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
  },
});
const IMPORTED_FROM = 1_000_000;

const server = serveApart('serve-import.ts', [
  ...[given['per-chunk'], String(IMPORTED_FROM)],
  ...(given.postgres ? [given.postgres] : []),
]);

let sent = 0;
/** The form of one driver after the other, each from an address of its own. */
const registration = (): Call => {
  sent += 1;
  const boundary = 'a-boundary-that-no-field-has';
  const fields = Object.entries(registrationOf(sent)).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'idempotency-key': randomUUID(),
    'x-forwarded-for': [10, (sent >> 16) & 255, (sent >> 8) & 255, sent & 255].join('.'),
  };
  return { method: 'POST', path: '/api/drivers', headers, body: `${fields.join('')}--${boundary}--\r\n` };
};

const { port } = await server.hear<{ port: number }>();
const register = (seconds: number | (() => boolean)): Promise<Measured> =>
  load({
    port,
    next: registration,
    expected: 201,
    seconds,
    connections: Number(given.connections),
    pid: server.pid,
  });

const say = (name: string, { perSecond, median, p99 }: Measured, alone: Measured): void =>
  console.log(
    `| ${name} | ${perSecond.toFixed(0)} | ${median.toFixed(1)} | ${p99.toFixed(1)} | ${(p99 / alone.p99).toFixed(2)} |`,
  );

type Imported = { status: string; done: number; failure: string; seconds: number };

try {
  console.log(
    `${given.postgres ?? 'the installed PostgreSQL'}, ${given.drivers} drivers, ${given['per-chunk']} a chunk, ${given.connections} connections\n`,
  );
  console.log('| Registrations | a second | median ms | p99 ms | p99 to that without |\n|---|---:|---:|---:|---:|');
  await register(Number(given.seconds) / 2);
  const alone = await register(Number(given.seconds));
  say('without an import', alone, alone);
  let isOver = false;
  const over = awaitLater(
    server.ask<Imported>(Number(given.drivers)).finally(() => {
      isOver = true;
    }),
  );
  const beside = await register(() => isOver);
  const { status, done, failure, seconds } = await over;
  say('during the import', beside, alone);
  say('after it', await register(Number(given.seconds)), alone);
  console.log(`\nThe import: ${status} ${failure}, ${done} drivers in ${seconds.toFixed(1)} s`);
} finally {
  await server.end();
}
