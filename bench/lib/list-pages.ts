import { load, type Measured } from './load.ts';
import { addressOf } from './served.ts';

type Asked = {
  port: number;
  pid: number;
  tokens: () => Promise<string[]>;
  seconds: number;
  connections: number;
};

/** Gives runs that load one page of a list, as many callers ask for it. */
export const listPages = ({ tokens: signIn, ...served }: Asked) => {
  let sent = 0;
  return (path: string, number: number) => async (): Promise<Measured> => {
    const tokens = await signIn();
    const next = () => {
      sent += 1;
      const headers = { ...addressOf(sent), authorization: `Bearer ${tokens[sent % tokens.length]}` };
      return { method: 'GET' as const, path: `/api${path}page=${number}`, headers };
    };
    return load({ ...served, next, expected: 200 });
  };
};
