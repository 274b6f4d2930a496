import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'banbo sealed answer', 32));

/** Encrypts a value to text that is readable only with `secret` (AES-256-GCM). */
export const seal = (secret: string, value: unknown): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
};

/** Decrypts a text by `seal`; throws if the secret differs or the text was changed. */
export const unseal = (secret: string, sealed: string): unknown => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
};

/** 256 random bits as text that fits a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random secret. Not for passwords, which people choose. */
export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The same in hex. */
export const hashSecret = (secret: string): string => secretDigest(secret).toString('hex');
