import { DAY_MS } from '../kept-days.ts';
import type { QueuedSubmission } from './queued-submission.ts';

const without = (facts: unknown, names: readonly string[]): unknown =>
  facts && typeof facts === 'object'
    ? Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
    : facts;

/**
 * Replaces the person's name and number by the server's masked ones: others may open the confirmation on a shared
 * phone.
 */
export const withoutOwnFacts = (item: QueuedSubmission): QueuedSubmission => ({
  ...item,
  shown: without(item.shown, ['fullname', 'mobile_number']),
});

const isPast = ({ state, answeredAt }: QueuedSubmission, now: Date): boolean =>
  state === 'received' && answeredAt !== undefined && now.getTime() >= Date.parse(answeredAt) + DAY_MS;

const holds = (facts: unknown, name: string): boolean => Object.hasOwn(Object(facts), name);

/** A day after the answer, when the code to set a password has expired: removes the person's own facts and the code. */
export const withoutDeadFacts = (item: QueuedSubmission, now: Date): QueuedSubmission => {
  const hasAny = holds(item.shown, 'fullname') || holds(item.answer, 'setup_code');
  if (!hasAny || !isPast(item, now)) return item;
  return { ...withoutOwnFacts(item), answer: without(item.answer, ['setup_code']) };
};
