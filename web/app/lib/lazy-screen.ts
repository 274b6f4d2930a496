import type { ComponentType } from 'react';

/** Milliseconds that a screen's code may take to arrive. */
const TIME_LIMIT_MS = 120_000;

export type Load = () => Promise<{ default: ComponentType }>;

const arrived = new Map<string, ComponentType>();

const withinTimeLimit = async <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to arrive.')), TIME_LIMIT_MS);
  });
  return Promise.race([work, passed]).finally(() => clearTimeout(timer));
};

/**
 * Fetches a screen's code, once. Rejects when it does not arrive within the time limit, and asks anew the next time.
 * The router's own way with a page whose code is missing is to reload the whole site again and again.
 */
export const fetchScreen = async (name: string, load: Load): Promise<void> => {
  if (!arrived.has(name)) arrived.set(name, (await withinTimeLimit(load())).default);
};

/** A screen whose code has arrived. */
export const screenOf = (name: string): ComponentType | undefined => arrived.get(name);
