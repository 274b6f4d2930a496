import { Refusal } from './refusal.ts';

// SQLSTATE and system codes by what they come to for who asked.

/** A database that only lets read is one whose disk is nearly full, here as at those who host PostgreSQL. */
const DISK_FULL = ['53100', '25006', 'ENOSPC', 'EDQUOT'];
/**
 * Values the database cannot hold: every data exception (class 22: too long, too large, no such day, characters like NUL),
 * and what a NOT NULL or a CHECK refuses. A schema should have refused them first, so they are logged with the
 * constraint's name.
 */
const isUnstorable = (code: string): boolean => /^22...$/.test(code) || code === '23502' || code === '23514';
/** What a row refers to went in the meantime, or is needed by another one, or the times of two rows meet. */
const CHANGED_MEANWHILE = ['23001', '23503', '23P01'];
/** Another transaction was in the way, or the server has no time or room for this one. */
const CROWDED = ['40001', '40P01', '53300', '55P03', '57014'];
/** No answer from the server, or it is going or coming. */
const AWAY = ['57P01', '57P02', '57P03', '08000', '08001', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET'];

/** What a database's error comes to for who asked, or null for one that nobody foresaw. */
export const fromDatabase = (error: Error): Refusal | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (DISK_FULL.includes(code)) {
    return new Refusal('storage_full', 'The server’s disk is full, so nothing was saved. Please try again later.');
  }
  if (isUnstorable(code)) {
    return new Refusal('invalid_input', 'Something in what was sent cannot be stored.', {}, { cause: error });
  }
  if (CHANGED_MEANWHILE.includes(code)) {
    const message = 'Something that this belongs to has changed in the meantime. Please look at it again.';
    return new Refusal('conflict', message, {}, { cause: error });
  }
  if (CROWDED.includes(code)) return new Refusal('busy', 'The service is busy. Please try again in a moment.');
  if (AWAY.includes(code)) return new Refusal('busy', 'The service is away for a moment. Please try again.');
  return null;
};
