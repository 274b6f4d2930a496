import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A key for each use, all derived from the one setting. Key objects, since hashing by bytes costs four times as much. */
export type TokenKeys = { access: KeyObject; refresh: KeyObject; logins: KeyObject };

/** `secret` is the setting TOKEN_SECRET, at least 32 characters. */
export const tokenKeys = (secret: string): TokenKeys => {
  const derive = (use: string) => createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', use, 32)));
  return {
    access: derive('banbo access token'),
    refresh: derive('banbo refresh token'),
    logins: derive('banbo unknown login'),
  };
};
