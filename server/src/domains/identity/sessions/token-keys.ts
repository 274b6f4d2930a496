import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A key for each use, all derived from the one setting. Key objects, since hashing by bytes costs four times as much. */
export type TokenKeys = {
  access: KeyObject;
  refresh: KeyObject;
  refreshMarks: KeyObject;
  logins: KeyObject;
  challenges: KeyObject;
  recoveryCodes: KeyObject;
  /** As text, which sealing takes. */
  secondFactors: string;
};

/** `secret` is the setting TOKEN_SECRET, at least 32 characters. */
export const tokenKeys = (secret: string): TokenKeys => {
  const derive = (use: string) => createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', use, 32)));
  return {
    access: derive('banbo access token'),
    refresh: derive('banbo refresh token'),
    refreshMarks: derive('banbo refresh token mark'),
    logins: derive('banbo unknown login'),
    challenges: derive('banbo sign-in challenge'),
    recoveryCodes: derive('banbo recovery code'),
    secondFactors: derive('banbo second factor').export().toString('base64'),
  };
};
