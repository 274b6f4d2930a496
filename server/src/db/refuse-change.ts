import { StartRefusal } from '#lib/start-refusal.ts';

const DISK_FULL = '53100';
const READ_ONLY = '25006';
const FORBIDDEN = '42501';
/** Failures of a connection, and ends of the server or of a session. */
const AWAY = /^(?:08...|57P..)$/;

const sentence = (code: string, why: string): string | null => {
  if (code === DISK_FULL) {
    return 'The disk of the database is full, and there is something to write before the start: make room';
  }
  if (code === READ_ONLY) return 'The database can only be read, and there is something to write before the start';
  if (code === FORBIDDEN) return `The database’s user may not bring the database up to date: ${why}`;
  if (AWAY.test(code)) return `The database went away while it was brought up to date: ${why}`;
  return null;
};

/** Rethrows a failed schema change: as a `StartRefusal` if the operator can mend the cause, unchanged otherwise. */
export const refuseChange = (error: unknown): never => {
  const { code = '', message } = error as { code?: string; message: string };
  const line = sentence(code, message);
  throw line === null ? error : new StartRefusal(line, { cause: error });
};
