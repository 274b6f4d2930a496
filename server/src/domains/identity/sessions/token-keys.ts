import { hkdfSync } from 'node:crypto';

/** A key for each use, all derived from the one setting. */
export type TokenKeys = { access: Uint8Array; refresh: Uint8Array; logins: Uint8Array };

/** `secret` is the setting TOKEN_SECRET, at least 32 characters. */
export const tokenKeys = (secret: string): TokenKeys => {
  const derive = (use: string) => new Uint8Array(hkdfSync('sha256', secret, '', use, 32));
  return {
    access: derive('banbo access token'),
    refresh: derive('banbo refresh token'),
    logins: derive('banbo unknown login'),
  };
};
