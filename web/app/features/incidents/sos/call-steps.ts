import type { SosState } from '@banbo/contract';
import type { LineView } from './call-line.ts';

export type CallStep = { words: string; at: string | null; is: 'done' | 'now' | 'next' };

const ORDER = ['asked', 'seen', 'sent', 'there', 'ended'] as const satisfies readonly SosState['status'][];

const NEXT: Record<SosState['status'], string | null> = {
  asked: 'Next: the office sees it',
  seen: 'Next: help is sent',
  sent: 'Next: help arrives',
  there: null,
  ended: null,
};

/** The steps that the server has confirmed, in order. */
const confirmed = (state: SosState): CallStep[] => {
  const reached = ORDER.indexOf(state.status);
  // A call may join an emergency that the car's tracker or another person had raised before.
  const isKnown = state.seen_at !== null && state.seen_at < state.raised_at;
  const steps = [
    { words: 'Sent to the office', at: state.raised_at },
    { words: isKnown ? 'The office knew of it already' : 'The office has seen it', at: state.seen_at },
    { words: 'Help is on the way', at: state.sent_at },
    { words: 'Help is there', at: state.there_at },
    { words: 'Ended by the office', at: state.ended_at },
  ];
  return steps.flatMap(({ words, at }, place) => (at !== null && place <= reached ? [{ words, at, is: 'done' }] : []));
};

/** The steps of a call so far and the next one; nothing is in it that the server has not said. */
export const stepsOfCall = ({ call, state, trouble }: Pick<LineView, 'call' | 'state' | 'trouble'>): CallStep[] => {
  if (state) {
    const next = NEXT[state.status];
    return [...confirmed(state), ...(next === null ? [] : [{ words: next, at: null, is: 'next' as const }])];
  }
  if (call?.state === 'sent')
    return [
      { words: 'Sent to the office', at: null, is: 'done' },
      { words: 'Asking where it stands…', at: null, is: 'now' },
    ];
  return trouble ? [] : [{ words: 'Sending…', at: null, is: 'now' }];
};

/** Milliseconds without an answer after which the caller is told to call instead. */
const UNANSWERED_MS = 60_000;

/**
 * For how many milliseconds a call has waited for an answer, once that is a minute, sent or not;
 * null before, and for one that the office has seen.
 */
export const unansweredMs = (pressedAt: number | null, state: SosState | null, now: number): number | null => {
  if (pressedAt === null || (state && state.status !== 'asked')) return null;
  const waited = now - pressedAt;
  return waited >= UNANSWERED_MS ? waited : null;
};

const HEADS: Record<SosState['status'], string> = {
  asked: 'Help is asked for',
  seen: 'The office has seen it',
  sent: 'Help is on the way',
  there: 'Help is there',
  ended: 'This call has ended',
};

/** The heading over a call: never more than the server has said. */
export const headOfCall = (
  { call, state, trouble }: Pick<LineView, 'call' | 'state' | 'trouble'>,
  isUnanswered = false,
): string => {
  if (isUnanswered && (state || call?.state === 'sent')) return 'Nobody has answered yet';
  if (state) return HEADS[state.status];
  if (call?.state === 'sent') return HEADS.asked;
  return trouble ? 'Not sent yet' : 'Sending…';
};

/** Ghana's clock is UTC: hours and minutes, or with seconds. */
export const clockTime = (at: string | number, seconds = false): string =>
  new Date(at).toISOString().slice(11, seconds ? 19 : 16);

/** Milliseconds without a word of the server after which the caller is warned. */
const SILENT_MS = 20_000;

const WHY = {
  network: 'no network',
  busy: 'too many calls come from this network',
  server: 'our server does not answer',
} as const;

/** The warning over a call that is not sent, or of which nothing is heard; null if all is well. */
export const warningOfCall = ({ call, heardAt, trouble }: LineView, now: number): string | null => {
  if (!call) return null;
  if (call.state === 'waiting') {
    if (!trouble) return null;
    const wait = trouble.waitMs === undefined ? 'We keep trying.' : `We try again in ${trouble.waitMs / 1000} seconds.`;
    return `Not sent yet: ${WHY[trouble.reason]}. ${wait}`;
  }
  if (heardAt === null) return trouble ? `No answer yet: ${WHY[trouble.reason]}. We keep asking.` : null;
  return now - heardAt > SILENT_MS ? `Nothing heard since ${clockTime(heardAt, true)}. We keep asking.` : null;
};
