import { parseArgs } from 'node:util';
import type { TrackersMoved } from '@banbo/contract';
import { awaitLater } from '../server/src/lib/gather.ts';
import { partOf } from './lib/load.ts';
import { pace } from './lib/pace.ts';
import { positionsOf, startTrackers, traccarCall } from './lib/trackers.ts';

/** From when a position was due at one server until a page of the other one is told of it. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    cars: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    /** Seconds at first, in which a fresh server is slower: told apart. */
    first: { type: 'string', default: '10' },
    /** Pages that follow all cars at the other server. */
    pages: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
  },
});
const [cars, perSecond, seconds] = [Number(given.cars), Number(given['per-second']), Number(given.seconds)];
/** A car's latitudes in turn, a metre apart, tell its reports from each other. */
const STEP = 1e-5;
const STEPS = 100;
const ALL = 'west=-3.3&south=4.6&east=1.3&north=11.3';

const { ports, fill, end } = await startTrackers({ servers: 2, postgres: given.postgres });
const [first = 0, second = 0] = ports;

/** Calls `hear` with each message of a page's stream, until it ends. */
const follow = async (token: string | undefined, signal: AbortSignal, hear: (moved: TrackersMoved) => void) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${second}/api/trackers/live?${ALL}`, { headers, signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`The stream was answered with ${answer.status}`);
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, data] = /^event: places\ndata: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data !== undefined) hear(JSON.parse(data));
    }
  }
};

try {
  const { cars: city, tokens } = await fill({ cars });
  const serials = new Map(city.map(({ driverId }, serial) => [driverId, serial]));
  /** Of each car, when its last report was due and the latitude in steps; heard by how many. */
  const sent = new Map<number, { step: number; at: number }>();
  /** From when each was due, by whether that was in the first seconds. */
  const told = { first: [] as number[], later: [] as number[] };
  let begun: number | null = null;
  const hear = ({ id, lat }: TrackersMoved): void => {
    const now = performance.now();
    for (const [n, driver] of id.entries()) {
      const one = sent.get(serials.get(driver) ?? -1);
      if (!one || Math.round((lat[n] ?? 0) / STEP) !== one.step) continue;
      const isFirst = one.at - (begun ?? 0) < Number(given.first) * 1_000;
      told[isFirst ? 'first' : 'later'].push(now - one.at);
    }
  };
  const over = new AbortController();
  const followed = tokens.slice(0, Number(given.pages)).map(async (token) => {
    try {
      await follow(token, over.signal, hear);
    } catch (error) {
      if (!over.signal.aborted) throw error;
    }
  });
  const pages = awaitLater(Promise.all(followed));
  const position = positionsOf();
  let sentCount = 0;
  const next = (dueAt: number) => {
    begun ??= dueAt;
    const [serial, round] = [sentCount % cars, Math.floor(sentCount / cars)];
    const step = 550_000 + (serial % 10_000) + (round % STEPS);
    sentCount += 1;
    sent.set(serial, { step, at: dueAt });
    return traccarCall(position({ serial, fixAt: new Date(), latitude: step * STEP }));
  };
  const connections = Number(given.connections);
  const done = await pace({ port: first, next, expected: 200, perSecond, seconds, connections });
  await new Promise((told) => setTimeout(told, 3_000));
  over.abort();
  await pages;
  const wanted = done.answered * Number(given.pages);
  console.log(`${cars} cars, ${perSecond} positions a second for ${done.seconds.toFixed(0)} s, ${given.pages} pages\n`);
  console.log('| From when it was due | p50, ms | p99, ms | most, ms |\n|---|---:|---:|---:|');
  const row = (name: string, times: Iterable<number>): void => {
    const sorted = Float64Array.from(times).sort();
    console.log(`| ${name} | ${[0.5, 0.99, 1].map((part) => partOf(sorted, part).toFixed(0)).join(' | ')} |`);
  };
  row('Until the answer', done.times);
  row(`Until the page is told, of the first ${given.first} s`, told.first);
  row('Until the page is told, afterwards', told.later);
  console.log(
    `\n${told.first.length + told.later.length} of ${wanted} were told; a newer report takes the place of one that was not yet.`,
  );
} finally {
  await end();
}
