import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a program of this folder, or of another checkout's, as a process. `hear` gives its next
 * message, `ask` its answer to one; both fail if it ends first. `end` ends it. `flags` are Node's.
 */
export const serveApart = (
  file: string,
  args: readonly string[],
  { folder = import.meta.dirname, flags = [] }: { folder?: string; flags?: string[] } = {},
) => {
  const server = fork(join(folder, file), args, { execArgv: flags });
  const ended = once(server, 'exit');
  const hear = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(server, 'message'),
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ]);
    return message as T;
  };
  return {
    pid: server.pid ?? 0,
    hear,
    ask: <T>(question: string | number | object): Promise<T> => {
      const heard = hear<T>();
      server.send(question);
      return heard;
    },
    end: async (): Promise<void> => {
      server.disconnect();
      await ended;
    },
  };
};
