import { parseArgs } from 'node:util';
import { memoryOf, watchMemory } from './lib/memory.ts';
import { serveApart } from './lib/served-apart.ts';

/** Measures the time and the memory that an export of payments takes, by its number of rows. */
const { values: given } = parseArgs({
  options: {
    drivers: { type: 'string', default: '20000' },
    payments: { type: 'string', default: '200000' },
  },
});

const server = serveApart('serve.ts', [given.drivers, given.payments]);
const { app: port, pid } = await server.hear<{ app: number; pid: number }>();
const { tokens } = await server.ask<{ tokens: string[] }>('tokens');
const headers = { authorization: `Bearer ${tokens[0]}` };

/** Receives a file and throws it away, so that the memory is the server's alone. */
const receive = async (query: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/payments/export?${query}`, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`The server answered ${answer.status}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.length;
  return bytes;
};

const countOf = async (query: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/payments?size=1&${query}`, { headers });
  await answer.arrayBuffer();
  return Number(answer.headers.get('x-total-count'));
};

try {
  // The code is read and compiled once.
  for (const format of ['csv', 'xlsx']) await receive(`payment_type=DP&format=${format}`);
  console.log('| File | Rows | Seconds | MB | Server before, MB | Server at most, MB |\n|---|---|---|---|---|---|');
  for (const format of ['csv', 'xlsx']) {
    for (const filter of ['payment_type=DP', 'payment_type=RF', 'payment_type=SS']) {
      const rows = await countOf(filter);
      const before = memoryOf(pid).own;
      const most = watchMemory(pid);
      const start = performance.now();
      const bytes = await receive(`${filter}&format=${format}`);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const cells = [format, rows, seconds, (bytes / 1e6).toFixed(1), before.toFixed(0), most().own.toFixed(0)];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
} finally {
  await server.end();
}
