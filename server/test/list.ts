import type { TestApp } from './harness.ts';

/** A list as strangers, or the person of the headers, get it, and the count in its header. */
export const getList = async ({ app }: TestApp, path: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url: `/api${path}`, headers });
  return { count: response.headers['x-total-count'], rows: response.json() };
};
