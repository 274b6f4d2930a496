import { connect, type Socket } from 'node:net';
import { cpuOf } from './cpu.ts';

/** One call, as its bytes on the wire. */
export type Call = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };

export type Measured = {
  perSecond: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  /** Milliseconds of CPU a call, of the server and its database. */
  cpu: number;
};

/** A call as its bytes on the wire. */
export const bytesOf = ({ method, path, headers = {}, body = '' }: Call): string => {
  const all = { host: 'localhost', ...(body ? { 'content-type': 'application/json' } : {}), ...headers };
  const lines = Object.entries({ ...all, 'content-length': Buffer.byteLength(body) });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
};

/** The length of a complete answer at the start of the bytes, or null if it is incomplete. */
export const answerLength = (arrived: Buffer): number | null => {
  const head = arrived.indexOf('\r\n\r\n');
  if (head === -1) return null;
  const [, length] = /content-length: (\d+)/i.exec(arrived.toString('latin1', 0, head)) ?? [];
  if (length === undefined) throw new Error('An answer without content-length');
  const whole = head + 4 + Number(length);
  return arrived.length >= whole ? whole : null;
};

/** Sends calls on one connection, each after the answer to the one before, until it is over. */
const drive = (socket: Socket, next: () => Call, expected: number, isOver: () => boolean): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    let arrived: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      if (isOver()) {
        socket.destroy();
        resolve(times);
      } else socket.write(bytesOf(next()));
    };
    socket.on('data', (chunk: Buffer) => {
      arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
      const whole = answerLength(arrived);
      if (whole === null) return;
      const status = Number(arrived.toString('latin1', 9, 12));
      if (status !== expected) {
        socket.destroy();
        return reject(new Error(`${status} ${arrived.toString('utf8', 0, 2000)}`));
      }
      times.push(performance.now() - sentAt);
      arrived = arrived.subarray(whole);
      send();
    });
    socket.on('error', reject);
    send();
  });

/** The largest of this part of the sorted figures: 0.5 gives the median. */
export const partOf = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/**
 * Calls a server over `connections` connections until it is over, each waiting for its answer.
 * Throws with the first answer whose status is not `expected`.
 */
export const load = async (options: {
  port: number;
  next: () => Call;
  expected: number;
  /** For how long, or what says that it is over. */
  seconds: number | (() => boolean);
  connections: number;
  /** The process id of the server. */
  pid: number;
}): Promise<Measured> => {
  const { port, next, expected, seconds, connections, pid } = options;
  const cpuBefore = cpuOf(pid);
  const started = performance.now();
  const isOver = typeof seconds === 'function' ? seconds : () => performance.now() - started >= seconds * 1000;
  const sockets = Array.from({ length: connections }, () => connect({ port, host: '127.0.0.1', noDelay: true }));
  const times = await Promise.all(sockets.map((socket) => drive(socket, next, expected, isOver)));
  const elapsed = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(times.flat()).sort();
  return {
    perSecond: sorted.length / elapsed,
    median: partOf(sorted, 0.5),
    p99: partOf(sorted, 0.99),
    cpu: (cpuOf(pid) - cpuBefore) / sorted.length,
  };
};
