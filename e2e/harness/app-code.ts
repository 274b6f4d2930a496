import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for this key, or one of a later step. */
export const appCode = (key: string, steps = 0): string => {
  const bits = Array.from(key.replaceAll(' ', ''), (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE(digest.readUInt8(19) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};
