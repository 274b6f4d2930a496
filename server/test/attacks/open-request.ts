import { connect, type Socket } from 'node:net';

/** A request that is partly sent, and the answer so far. */
export type OpenRequest = {
  socket: Socket;
  /** The bytes that came back until now. */
  answer: () => string;
  /** Resolves when the server has ended the connection. */
  ended: Promise<void>;
};

/** Opens a connection to `port` and sends `text` as it is, such as the beginning of a request. */
export const openRequest = (port: number, text: string): OpenRequest => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(text);
  return { socket, answer: () => answer, ended };
};
