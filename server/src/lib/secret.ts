import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that fits a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random secret, in hex. Not for passwords, which people choose. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
