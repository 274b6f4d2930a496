import { z } from 'zod';

/**
 * The ways in which the source of a signal is known (incidents, rule 37), the surest first.
 * `earlier` stands at signals from before sources were told apart.
 */
export const KNOWN_WAYS = [
  ...(['tracker', 'office', 'session', 'device', 'number', 'card'] as const),
  ...(['called_back', 'code', 'earlier'] as const),
] as const;
export type KnownWay = (typeof KNOWN_WAYS)[number];

const PHONE_LABELS = {
  tracker: 'a tracker',
  office: 'noted by the office',
  session: 'signed in',
  device: 'signed in before',
  number: 'number in the records',
  card: 'crash card, released',
  called_back: 'confirmed by a call back',
  code: 'confirmed by a code',
  earlier: '',
} as const satisfies Record<KnownWay, string>;

/** A phone among those that called for one car: its places and words are its own. */
export const IncidentPhone = z.object({
  /** Counts the incident's phones in the order in which they called. */
  n: z.number().int(),
  /** Null for a stranger's: anybody may know a car number and its code. */
  known_by: z.enum(KNOWN_WAYS).nullable(),
  /** True once it said to be safe. */
  is_safe: z.boolean(),
});
export type IncidentPhone = z.infer<typeof IncidentPhone>;

/** `phone 2 (not known)`: the name under which an incident shows a phone's places and words. */
export const phoneName = ({ n, known_by }: Pick<IncidentPhone, 'n' | 'known_by'>): string => {
  const label = known_by === null ? 'not known' : PHONE_LABELS[known_by];
  return label === '' ? `phone ${n}` : `phone ${n} (${label})`;
};
