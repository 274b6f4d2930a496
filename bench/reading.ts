import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { awaitLater } from '../server/src/lib/gather.ts';
import { statementForm, workbookOf } from '../server/test/builders/statements.ts';
import { largeStatement } from './lib/crowd.ts';
import { type Call, load, type Measured } from './lib/load.ts';
import { pssOf } from './lib/memory.ts';
import { serveApart } from './lib/served-apart.ts';

/** How long other calls wait while a file is read: a usual one, or one made to take long. */
const { values: given } = parseArgs({
  options: {
    lines: { type: 'string', default: '49000' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
  },
});

const HEAD = 'Date,ID,Name,Amount,Reference\n';
const LINE = '18/11/2026,70000000001,Ama Mensah,300.00,Subscription\n';
const filled = (between: string): string => HEAD + LINE + between + LINE;

const FILES: readonly (readonly [name: string, content: () => string | Uint8Array<ArrayBuffer>])[] = [
  ['a statement', () => largeStatement(Number(given.lines))],
  ['5 MB of `,,,,` at its end', () => HEAD + LINE + ',,,,\n'.repeat(1_000_000)],
  ['5 MB of `,,,,` between lines', () => filled(',,,,\n'.repeat(1_000_000))],
  ['2 MB of line feeds between lines', () => filled('\n'.repeat(2_000_000))],
  ['10 MB of commas, 99,000 a line', () => filled(`${','.repeat(99_000)}\n`.repeat(100))],
  ['2 million elements within each other', () => workbookOf('<a>'.repeat(2_000_000) + '</a>'.repeat(2_000_000))],
  ['6 million elements', () => workbookOf('<a/>'.repeat(6_000_001))],
];

const server = serveApart('serve.ts', ['1000', '10000']);
const { app: port, pid } = await server.hear<{ app: number; pid: number }>();
const { tokens } = await server.ask<{ tokens: string[] }>('tokens');
const authorization = (at: number): string => `Bearer ${tokens[at % tokens.length]}`;

let asked = 0;
const firstPage = (): Call => {
  asked += 1;
  return { method: 'GET', path: '/api/payments?page=1&size=20', headers: { authorization: authorization(asked) } };
};
const others = (seconds: number | (() => boolean)): Promise<Measured> =>
  load({ port, next: firstPage, expected: 200, seconds, connections: Number(given.connections), pid });

const send = async (content: string | Uint8Array<ArrayBuffer>): Promise<number> => {
  const headers = { authorization: authorization(0), 'idempotency-key': randomUUID() };
  const body = statementForm(content);
  const answer = await fetch(`http://127.0.0.1:${port}/api/statements`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
};

try {
  console.log(`${given.connections} connections read the first page of payments\n`);
  console.log(
    '| Meanwhile is read | answered | s | median ms | p99 ms | more memory, MB |\n|---|---:|---:|---:|---:|---:|',
  );
  await others(Number(given.seconds));
  const alone = await others(Number(given.seconds));
  console.log(`| nothing | | | ${alone.median.toFixed(1)} | ${alone.p99.toFixed(1)} | |`);
  for (const [name, contentOf] of FILES) {
    const content = contentOf();
    const before = pssOf(pid);
    let most = before;
    // Watches the server alone: finding all its processes would delay the measured calls.
    const watch = setInterval(() => {
      most = Math.max(most, pssOf(pid));
    }, 200);
    const begun = performance.now();
    let isOver = false;
    const sent = awaitLater(
      send(content).finally(() => {
        isOver = true;
      }),
    );
    const beside = await others(() => isOver);
    const status = await sent;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    clearInterval(watch);
    const more = (most - before).toFixed(0);
    console.log(
      `| ${name} | ${status} | ${seconds} | ${beside.median.toFixed(1)} | ${beside.p99.toFixed(1)} | ${more} |`,
    );
  }
} finally {
  await server.end();
}
