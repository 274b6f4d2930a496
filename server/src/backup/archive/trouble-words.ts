const NOT_WRITABLE = 'The user of this server may not write there: give it to this user, with chown';
const UNREACHABLE = 'It cannot be reached';
/** Errors of a folder or of the network, in words for the owner, by their codes in errno(3). */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'It is not there: connect its disk',
  ENOSPC: 'Its disk is full',
  EDQUOT: 'Its disk is full',
  EROFS: 'It can only be read: mount it for writing',
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ECONNREFUSED: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
};

/** Why a place of backups keeps nothing, in words for the owner. */
export const wordsOf = (error: unknown): string => {
  const { message, name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'It does not answer';
  return WORDS[code] ?? (message || name || String(error)).split('\n')[0] ?? '';
};
