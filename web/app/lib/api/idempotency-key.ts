import { useState } from 'react';
import { inTab } from '../use-kept.ts';

/** `open` means sent without an answer yet. */
type Last = { body: string; key: string; open?: boolean };

/** A random key; also for browsers that offer `randomUUID` on secure pages only. */
const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A text that identifies a body; a file counts by its name, size and time. */
const textOf = (body: Record<string, unknown>): string =>
  JSON.stringify(body, (_, value) =>
    value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value,
  );

export type KeptKey = ReturnType<typeof keepKey>;

/**
 * One `Idempotency-Key` for a filled form, so that sending twice is harmless: the same body gets
 * the same key, also after a reload, a changed one a new key. It remembers a body that was sent but
 * not answered. Call `forget` once the body has been taken.
 */
export const keepKey = (name?: string) => {
  const tab = name === undefined ? null : inTab(name);
  let last: Last | null = null;
  const lastOf = (body: Record<string, unknown>): Last => {
    const text = textOf(body);
    last ??= (tab?.read() ?? null) as Last | null;
    if (last?.body !== text) last = { body: text, key: newKey() };
    return last;
  };
  const keep = (kept: Last): void => {
    last = kept;
    tab?.write(kept);
  };
  const keyFor = (body: Record<string, unknown>): string => {
    keep(lastOf(body));
    return lastOf(body).key;
  };
  const forget = (): void => {
    last = null;
    tab?.drop();
  };
  return {
    keyFor,
    forget,
    /** Sends a body with its key, which is forgotten once an answer has come. */
    send: async <T>(body: Record<string, unknown>, work: (key: string) => Promise<T>): Promise<T> => {
      const answer = await work(keyFor(body));
      forget();
      return answer;
    },
    isOpen: (body: Record<string, unknown>): boolean => lastOf(body).open === true,
    noteSent: (body: Record<string, unknown>): void => keep({ ...lastOf(body), open: true }),
    noteAnswered: (body: Record<string, unknown>): void => keep({ ...lastOf(body), open: false }),
  };
};

/** A form's key for as long as its screen lives; the tab keeps a named one over a reload. */
export const useIdempotencyKey = (name?: string): KeptKey => useState(() => keepKey(name))[0];
