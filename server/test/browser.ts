import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { OWN_PAGE } from './builders/identity.ts';
import type { TestApp } from './harness.ts';

type Answer = {
  status: number;
  body: ReturnType<JSON['parse']>;
  headers: LightMyRequestResponse['headers'];
  setCookies: Record<string, string>;
};

let lastOctet = 0;

/**
 * A browser on our own pages, which keeps cookies and sends them back. Each has its own address, so
 * that limits by address do not affect other tests.
 */
export const openBrowser = ({ app }: TestApp, headers: Record<string, string> = {}) => {
  lastOctet += 1;
  const remoteAddress = `10.1.${lastOctet >> 8}.${lastOctet & 255}`;
  const jar = new Map<string, string>();
  const send = async (options: InjectOptions): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.inject({
      remoteAddress,
      ...options,
      headers: { ...OWN_PAGE, ...headers, ...(cookie && { cookie }), ...options.headers },
    });
    const set = [response.headers['set-cookie'] ?? []].flat();
    const setCookies = Object.fromEntries(set.map((line) => [line.slice(0, line.indexOf('=')), line]));
    for (const { name, value } of response.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const body = response.body === '' ? null : response.json();
    return { status: response.statusCode, body, headers: response.headers, setCookies };
  };
  return {
    jar,
    get: (url: string, options: InjectOptions = {}) => send({ ...options, method: 'GET', url }),
    post: (url: string, payload: object, options: InjectOptions = {}) =>
      send({ ...options, method: 'POST', url, payload }),
    send,
  };
};

export type Browser = ReturnType<typeof openBrowser>;
