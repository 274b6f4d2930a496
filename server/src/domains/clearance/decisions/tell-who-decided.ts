import { actorInWords, auditActionLabel, formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { historyOf } from '#domains/audit';
import { Refusal } from '#lib/refusal.ts';

type Subject = { kind: 'payment' | 'transfer'; id: string };

/** Runs a decision. If another user decided first, the refusal says who and when. */
export const tellWhoDecided = async <T>(db: Db, subject: Subject, decide: () => Promise<T>): Promise<T> => {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    const [last] = await historyOf(db, subject);
    if (!last) throw error;
    const who = `${auditActionLabel(last.action)}: ${actorInWords(last.actor)}, ${formatInstant(last.at.toISOString())}.`;
    throw new Refusal('conflict', `${error.message} ${who}`, error.extra, { cause: error.cause });
  }
};
