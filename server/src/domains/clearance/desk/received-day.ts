import { addYears, today } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';

/** The day that money came in, today when it is not given. Refuses a later day, and one more than a year ago, at its field. */
export const receivedDay = (given: string | undefined, now: Date): string => {
  const day = given ?? today(now);
  const isLate = day > today(now);
  if (!isLate && day >= addYears(today(now), -1)) return day;
  const message = isLate
    ? 'Money cannot be received on a day to come.'
    : 'This day is more than a year ago. Please check it.';
  throw new Refusal('invalid_input', message, { issues: [{ path: 'body.received_on', message }] });
};
