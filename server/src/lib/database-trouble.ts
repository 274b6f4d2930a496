import { Refusal } from './refusal.ts';

// Database and system error codes, grouped by the answer that a caller gets.

const DISK_FULL = ['53100', 'ENOSPC', 'EDQUOT'];
/** Failed file operations of PostgreSQL and ours: a broken disk, or one that turned read only. */
const DISK_FAILS = ['58000', '58030', 'EIO', 'EROFS'];
/** A standby, as after a failover, or a database that was set to be read only. */
const READ_ONLY = ['25006'];
/**
 * Values that the database cannot hold: every data exception (class 22: too long, too large, no
 * such day, characters like NUL), and violations of a NOT NULL or a CHECK. A schema should have
 * refused them first, so they are logged with the constraint's name.
 */
const isUnstorable = (code: string): boolean => /^22...$/.test(code) || code === '23502' || code === '23514';
/** A row that another one refers to is gone or still needed, or the times of two rows overlap. */
const CHANGED_MEANWHILE = ['23001', '23503', '23P01'];
/** Another transaction was in the way, or there is no time or room for this one. */
const CROWDED = ['40001', '40P01', '53000', '53200', '53300', '53400', '55P03', '57014', 'EMFILE', 'ENFILE', 'ENOMEM'];
/** The database does not answer, is starting or ending, or has ended the session. */
const AWAY = ['40003', '25P03', '25P04', 'ECONNREFUSED', 'ECONNRESET'];
/** Every failure of a connection, and every end of the server or of a session. */
const AWAY_CLASS = /^(?:08...|57P..)$/;

/** Maps an error of the database or a file to the caller's refusal; null if it is unexpected. */
export const fromDatabase = (error: Error): Refusal | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (DISK_FULL.includes(code)) {
    return new Refusal('storage_full', 'The server’s disk is full, so nothing was saved. Please try again later.');
  }
  if (DISK_FAILS.includes(code)) {
    return new Refusal('storage_failed', 'The server’s disk does not work at the moment. Please try again later.');
  }
  if (READ_ONLY.includes(code)) {
    return new Refusal(
      'busy',
      'The database only lets us read at the moment, so nothing was saved. Please try again in a moment.',
    );
  }
  if (isUnstorable(code)) {
    return new Refusal('invalid_input', 'Something in what was sent cannot be stored.', {}, { cause: error });
  }
  if (CHANGED_MEANWHILE.includes(code)) {
    const message = 'Something this belongs to has changed in the meantime. Please look at it again.';
    return new Refusal('conflict', message, {}, { cause: error });
  }
  if (CROWDED.includes(code)) return new Refusal('busy', 'The service is busy. Please try again in a moment.');
  if (AWAY.includes(code) || AWAY_CLASS.test(code)) {
    return new Refusal('busy', 'The service is not available for a moment. Please try again.');
  }
  return null;
};

const TRANSIENT: ReadonlySet<string> = new Set(['busy', 'storage_full', 'storage_failed']);

/** True for an error of the database after which the same statement may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && TRANSIENT.has(fromDatabase(error)?.code ?? '');
