import { Refusal } from './refusal.ts';

// SQLSTATE and system codes by what they come to for who asked.

/** A database that only lets read is one whose disk is nearly full, here as at those who host PostgreSQL. */
const DISK_FULL = ['53100', '25006', 'ENOSPC', 'EDQUOT'];
/** Values the database cannot hold: too long, too large, no such day, characters like NUL. */
const UNSTORABLE = ['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'];
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
  if (UNSTORABLE.includes(code)) {
    return new Refusal('invalid_input', 'Something in what was sent cannot be stored.', {}, { cause: error });
  }
  if (CROWDED.includes(code)) return new Refusal('busy', 'The service is busy. Please try again in a moment.');
  if (AWAY.includes(code)) return new Refusal('busy', 'The service is away for a moment. Please try again.');
  return null;
};
