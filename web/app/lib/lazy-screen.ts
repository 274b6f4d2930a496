import type { ComponentType } from 'react';

/** Milliseconds that a screen's code may take to arrive. */
const TIME_LIMIT_MS = 120_000;

/** A screen gets its route's path and parameters; an absent one is ''. */
export type ScreenProps = { path: string; id: string; part: string; driver_code: string; kind: string };
export const NO_PARAMS: ScreenProps = { path: '', id: '', part: '', driver_code: '', kind: '' };
export type Screen = ComponentType<ScreenProps>;
export type Load = () => Promise<Screen>;

const arrived = new Map<string, Screen>();

const withinTimeLimit = async <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to arrive.')), TIME_LIMIT_MS);
  });
  return Promise.race([work, passed]).finally(() => clearTimeout(timer));
};

/**
 * Fetches a screen's code once. Rejects after the time limit, and asks anew the next time; the
 * router itself would reload the whole site again and again.
 */
export const fetchScreen = async (name: string, load: Load): Promise<void> => {
  if (!arrived.has(name)) arrived.set(name, await withinTimeLimit(load()));
};

/** A screen whose code has arrived. */
export const screenOf = (name: string): Screen | undefined => arrived.get(name);
