import { tokenKeys } from '../../server/src/domains/identity/index.ts';
import { load } from './load.ts';
import { addressOf } from './served.ts';
import type { openSessions } from './sessions.ts';
import type { startShipped } from './shipped.ts';

type Served = {
  sessions: Awaited<ReturnType<typeof openSessions>>;
  product: Awaited<ReturnType<typeof startShipped>>;
  secret: string;
  seconds: number;
  connections?: number;
};

/** Makes the load of a page of a list, as many callers ask for it. */
export const pagesOf = ({ sessions, product, secret, seconds, connections = 16 }: Served) => {
  let sent = 0;
  return (path: string, number: number) => async () => {
    const tokens = await sessions.tokens(tokenKeys(secret));
    const next = () => {
      sent += 1;
      const headers = { ...addressOf(sent), authorization: `Bearer ${tokens[sent % tokens.length]}` };
      return { method: 'GET' as const, path: `/api${path}page=${number}`, headers };
    };
    return load({ port: product.port, next, expected: 200, seconds, connections, pid: product.pid });
  };
};
