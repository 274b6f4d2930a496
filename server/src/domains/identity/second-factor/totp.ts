import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Codes of authenticator apps by RFC 6238, in the one form that all apps know: SHA-1, 6 digits, steps of 30 seconds.
 */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps by which the clocks of phone and server may differ, either way. */
const DRIFT = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The secret as apps take it: base32 without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

/** The number of the step at a moment, counted from 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code of a step, 6 digits. */
export const codeOfStep = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
};

/** Spaces do not matter: apps show `123 456`. */
const plain = (code: string): string => code.replaceAll(' ', '');

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(plain(code));

/** The step whose code this is, at most one away from now; null for a wrong code. */
export const matchingStep = (secret: Uint8Array, code: string, now: Date): number | null => {
  if (!isAppCode(code)) return null;
  const given = Buffer.from(plain(code));
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepAt(now) - DRIFT + index);
  const matches = steps.filter((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), given));
  return matches.at(-1) ?? null;
};
