/** Something about an installation: in order, worth a look, or wrong. */
export type Diagnosis = {
  grade: 'good' | 'warn' | 'bad';
  about: string;
  /** One sentence, without a full stop. */
  says: string;
  /** One sentence on what to do; of findings that are not good. */
  todo?: string;
};

export const good = (about: string, says: string): Diagnosis => ({ grade: 'good', about, says });

export const warn = (about: string, says: string, todo: string): Diagnosis => ({ grade: 'warn', about, says, todo });

export const bad = (about: string, says: string, todo: string): Diagnosis => ({ grade: 'bad', about, says, todo });

/** The sentence of an error, and what it says to do, which stands behind its colon. */
export const badBecause = (about: string, error: unknown, todo: string): Diagnosis => {
  const message = error instanceof Error ? error.message : String(error);
  const at = message.lastIndexOf(': ');
  const advice = /^(?:start|stop|set|run|name|let|make|put|raise|empty|restore|npm)\b/.test(message.slice(at + 2));
  return at > 0 && advice ? bad(about, message.slice(0, at), message.slice(at + 2)) : bad(about, message, todo);
};

const DAY = 24;

/** `3 days`, or `5 hours` of less than two days. */
export const hoursInWords = (hours: number): string =>
  hours >= 2 * DAY ? `${Math.floor(hours / DAY)} days` : hours < 1 ? 'less than an hour' : `${Math.floor(hours)} hours`;
