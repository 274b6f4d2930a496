import { parseArgs } from 'node:util';
import type { BoardSignal } from '@banbo/contract';
import { awaitLater } from '../server/src/lib/gather.ts';
import { partOf } from './lib/load.ts';
import { pace } from './lib/pace.ts';
import { positionsOf, startTrackers, traccarCall } from './lib/trackers.ts';

/** From the POST of an SOS at one server to its ring on a page of the other, beside positions. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    cars: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '16' },
  },
});
const [cars, perSecond, seconds] = [Number(given.cars), Number(given['per-second']), Number(given.seconds)];
/** Milliseconds between the ring of one SOS and the next press. */
const REST_MS = 300;

const { ports, fill, end } = await startTrackers({ servers: 2, postgres: given.postgres });
const [first = 0, second = 0] = ports;

/** The ids that rang so far, and those who wait for a further one. */
const rang = new Set<string>();
let heard: () => void = () => {};

const follow = async (token: string | undefined, signal: AbortSignal): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${second}/api/incidents/live`, { headers, signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`The stream was answered with ${answer.status}`);
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, data] = /^event: board\ndata: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      for (const { id } of (JSON.parse(data) as BoardSignal).ringing) rang.add(id);
      heard();
    }
  }
};

try {
  const { cars: city, tokens } = await fill({ cars });
  const over = new AbortController();
  const page = awaitLater(
    follow(tokens[0], over.signal).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    }),
  );
  const position = positionsOf();
  let sentCount = 0;
  const next = () => {
    sentCount += 1;
    return traccarCall(position({ serial: sentCount % cars, fixAt: new Date() }));
  };
  const connections = Number(given.connections);
  const load = awaitLater(pace({ port: first, next, expected: 200, perSecond, seconds, connections }));
  const until = performance.now() + seconds * 1_000 - 2_000;
  const times: number[] = [];
  // The first seconds of a fresh server are its slowest and belong to it.
  for (const serial of city.keys()) {
    if (performance.now() > until) break;
    const before = rang.size;
    const rings = new Promise<void>((resolve) => {
      heard = () => rang.size > before && resolve();
    });
    const at = performance.now();
    const report = position({ serial, fixAt: new Date() });
    const call = traccarCall({
      ...report,
      position: { ...report.position, attributes: { ...report.position.attributes, alarm: 'sos' } },
    });
    const answer = await fetch(`http://127.0.0.1:${first}${call.path}`, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json' },
      body: call.body ?? '',
    });
    if (answer.status !== 200) throw new Error(`The SOS was answered with ${answer.status}`);
    await rings;
    times.push(performance.now() - at);
    await new Promise((rested) => setTimeout(rested, REST_MS));
  }
  const done = await load;
  over.abort();
  await page;
  const sorted = Float64Array.from(times).sort();
  console.log(`${times.length} SOS beside ${(done.answered / done.seconds).toFixed(0)} positions a second\n`);
  console.log('| From the POST to the ring | p50, ms | p99, ms | most, ms |\n|---|---:|---:|---:|');
  console.log(`| | ${[0.5, 0.99, 1].map((part) => partOf(sorted, part).toFixed(0)).join(' | ')} |`);
} finally {
  await end();
}
