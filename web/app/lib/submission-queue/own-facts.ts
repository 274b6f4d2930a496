import { DAY_MS } from '../kept-days.ts';
import type { QueuedSubmission } from './queued-submission.ts';

const without = (facts: unknown, names: readonly string[]): unknown =>
  facts && typeof facts === 'object'
    ? Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))
    : facts;

/** Leaves the confirmation to the server's masked name and number: others may open it on a shared phone. */
export const withoutOwnFacts = (item: QueuedSubmission): QueuedSubmission => ({
  ...item,
  shown: without(item.shown, ['fullname', 'mobile_number']),
});

const isPast = ({ state, answeredAt }: QueuedSubmission, now: Date): boolean =>
  state === 'received' && answeredAt !== undefined && now.getTime() >= Date.parse(answeredAt) + DAY_MS;

const holds = (facts: unknown, name: string): boolean => Object.hasOwn(Object(facts), name);

/** A day after the answer, when the code to set a password has run out: without the person's own facts, and without the code, which is dead then. */
export const withoutDeadFacts = (item: QueuedSubmission, now: Date): QueuedSubmission => {
  const hasAny = holds(item.shown, 'fullname') || holds(item.answer, 'setup_code');
  if (!hasAny || !isPast(item, now)) return item;
  return { ...withoutOwnFacts(item), answer: without(item.answer, ['setup_code']) };
};
