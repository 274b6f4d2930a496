import type { TestApp } from './harness.ts';

/** A list as everybody gets it: its rows and the count in its header. */
export const getList = async ({ app }: TestApp, path: string) => {
  const response = await app.inject(`/api${path}`);
  return { count: response.headers['x-total-count'], rows: response.json() };
};
