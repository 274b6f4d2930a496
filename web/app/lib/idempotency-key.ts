import { useRef } from 'react';
import { tolerant } from './tolerant.ts';

type Last = { body: string; key: string };

/** A random key of the form the API takes; also where the browser offers `randomUUID` to secure pages only. */
const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const read = (name: string): Last | null => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};

/** What a body is, as text: a file by its name, size and time. */
const textOf = (body: Record<string, unknown>): string =>
  JSON.stringify(body, (_, value) =>
    value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value,
  );

/**
 * One `Idempotency-Key` for a filled form: the same body gets the same key again, also after a reload of the tab, and a
 * changed one a new key. Sending it twice is then harmless. `forget` once the body has been taken.
 */
export const useIdempotencyKey = (name: string) => {
  const last = useRef<Last | null>(null);
  const keyFor = (body: Record<string, unknown>): string => {
    const text = textOf(body);
    last.current ??= read(name);
    if (last.current?.body !== text) last.current = { body: text, key: newKey() };
    tolerant(() => sessionStorage.setItem(name, JSON.stringify(last.current)));
    return last.current.key;
  };
  const forget = () => {
    last.current = null;
    tolerant(() => sessionStorage.removeItem(name));
  };
  return { keyFor, forget };
};
