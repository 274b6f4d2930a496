import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerLength, bytesOf, type Call } from './load.ts';

export type Paced = {
  /** Calls that were answered as expected. */
  answered: number;
  /** Milliseconds from when each call was due until its answer, sorted. */
  times: Float64Array;
  seconds: number;
};

/** How often due calls are looked for. */
const TICK_MS = 5;

/**
 * Sends so many calls a second whether answers come or not, each as soon as one of the connections
 * is free. Rejects with the first answer whose status is not `expected`.
 */
export const pace = async (options: {
  port: number;
  /** Makes the next call, which was due at a moment of `performance.now()`. */
  next: (dueAt: number) => Call;
  expected: number;
  perSecond: number;
  seconds: number;
  connections: number;
}): Promise<Paced> => {
  const { port, next, expected, perSecond, seconds, connections } = options;
  const due: number[] = [];
  const times: number[] = [];
  let failure: Error | null = null;
  const free: ((dueAt: number) => void)[] = [];
  const giveOut = (): void => {
    while (due.length > 0 && free.length > 0) free.pop()?.(due.shift() ?? 0);
  };
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let arrived: Buffer = Buffer.alloc(0);
    let dueAt = 0;
    const send = (at: number): void => {
      dueAt = at;
      socket.write(bytesOf(next(at)));
    };
    socket.on('data', (chunk: Buffer) => {
      arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
      const whole = answerLength(arrived);
      if (whole === null) return;
      const status = Number(arrived.toString('latin1', 9, 12));
      if (status !== expected) failure = new Error(`${status} ${arrived.toString('utf8', 0, 2000)}`);
      times.push(performance.now() - dueAt);
      arrived = arrived.subarray(whole);
      free.push(send);
      giveOut();
    });
    socket.on('error', (error) => {
      failure = error;
    });
    free.push(send);
    return socket;
  });
  const total = perSecond * seconds;
  const begun = performance.now();
  for (let told = 0; times.length < total && !failure; ) {
    const until = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * perSecond));
    for (; told < until; told += 1) due.push(begun + (told * 1_000) / perSecond);
    giveOut();
    await wait(TICK_MS);
  }
  for (const socket of sockets) socket.destroy();
  if (failure) throw failure;
  const lasted = (performance.now() - begun) / 1_000;
  return { answered: times.length, times: Float64Array.from(times).sort(), seconds: lasted };
};
