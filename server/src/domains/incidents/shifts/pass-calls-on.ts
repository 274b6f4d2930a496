import type { Db } from '#db/database.ts';
import { mustTellTextCallers, tellTextCallers } from '../raising/text-call.ts';
import { hasLeftCalls } from '../strangers/queue.repo.ts';
import { hasSilentQueue, ringSilentQueue, takeUpLeftCalls } from '../strangers/queue.ts';
import { passOn } from './ring.ts';
import { hasDueRings } from './shifts.repo.ts';

type Passing = { textsAreSent: boolean; now: Date };

/** True where a call for help waits for `passCallsOn`: one look at an index for each reason. */
export const hasCallsToPassOn = async (db: Db, { textsAreSent, now }: Passing): Promise<boolean> =>
  (await hasDueRings(db, now)) ||
  (await hasLeftCalls(db)) ||
  (await hasSilentQueue(db, now)) ||
  (textsAreSent && (await mustTellTextCallers(db, now)));

/**
 * Passes on calls for help without an answer, takes up those whose queue has ended, has a queue
 * with new ones ring again, and tells those who called by text message (docs/product/incidents.md,
 * rules 10, 41 and 42). A step that fails stops no other; an `AggregateError` has
 * the failures.
 */
export const passCallsOn = async (db: Db, { textsAreSent, now }: Passing): Promise<void> => {
  const steps = [
    () => takeUpLeftCalls(db, now),
    () => ringSilentQueue(db, now),
    () => passOn(db, { textsAreSent, now }),
    ...(textsAreSent ? [() => tellTextCallers(db, now)] : []),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${steps.length} steps failed`);
};
