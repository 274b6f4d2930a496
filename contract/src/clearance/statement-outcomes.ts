/**
 * Outcomes of lines that are money received, which an import records: the line clears a claim, or
 * waits for a person.
 */
export const RECORDED_OUTCOMES = [
  'clears',
  'no_claim',
  'differs',
  'other_car',
  'paid',
  'disputed',
  'known',
  'known_differs',
] as const;

/** Outcomes of a line; the last three are left out. */
export const LINE_OUTCOMES = [...RECORDED_OUTCOMES, 'repeated', 'outgoing', 'unreadable'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** Of lines before their import. */
export const LINE_OUTCOME_LABELS = {
  clears: 'Clears a claim',
  no_claim: 'Waits: no claim',
  differs: 'Waits: amount differs',
  other_car: 'Waits: names another car',
  paid: 'Waits: fee already paid',
  disputed: 'Waits: claimed twice',
  known: 'Known already',
  known_differs: 'Waits: recorded with another amount',
  repeated: 'Twice in this file',
  outgoing: 'Money going out',
  unreadable: 'Unreadable',
} as const satisfies Record<LineOutcome, string>;

/** The outcome of a line in words, also of one that was imported. */
export const lineOutcomeLabel = (outcome: LineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'clears' ? 'Cleared a claim' : LINE_OUTCOME_LABELS[outcome];

/** Outcomes that a person looks at on the page of clearance. */
export const WAITING_OUTCOMES: readonly LineOutcome[] = [
  'no_claim',
  'differs',
  'other_car',
  'paid',
  'disputed',
  'known_differs',
];
