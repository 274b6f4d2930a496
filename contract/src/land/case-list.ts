import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';

/** The courts, and other places, before which cases about land are brought. */
export const COURT_LABELS = {
  high_court_land: 'High Court (Land Division)',
  circuit_court: 'Circuit Court',
  district_court: 'District Court',
  court_of_appeal: 'Court of Appeal',
  supreme_court: 'Supreme Court',
  adr: 'ADR',
  traditional_council: 'Traditional Council',
  other: 'Other',
} as const;
export type Court = keyof typeof COURT_LABELS;
export const COURTS = Object.keys(COURT_LABELS) as [Court, ...Court[]];

/** The states of a case. One that is reopened is pending again. */
export const COURT_CASE_STATUSES = ['pending', 'resolved'] as const;
export type CourtCaseStatus = (typeof COURT_CASE_STATUSES)[number];
export const COURT_CASE_STATUS_LABELS = {
  pending: 'Pending',
  resolved: 'Resolved',
} as const satisfies Record<CourtCaseStatus, string>;

/** The changes of a case's state (`land.approve`). */
export const COURT_CASE_MOVES = {
  resolve: { from: ['pending'] },
  reopen: { from: ['resolved'] },
} as const satisfies Record<string, { from: readonly CourtCaseStatus[] }>;
export type CourtCaseMove = keyof typeof COURT_CASE_MOVES;

/** The ways in which a case ends. */
export const CASE_OUTCOME_LABELS = {
  for_office: 'For the office',
  against_office: 'Against the office',
  settled: 'Settled',
  struck_out: 'Struck out',
  withdrawn: 'Withdrawn',
} as const;
export type CaseOutcome = keyof typeof CASE_OUTCOME_LABELS;
export const CASE_OUTCOMES = Object.keys(CASE_OUTCOME_LABELS) as [CaseOutcome, ...CaseOutcome[]];

export const PARTY_ROLE_LABELS = {
  plaintiff: 'Plaintiff',
  defendant: 'Defendant',
  joined: 'Joined party',
  interested: 'Interested',
} as const;
export type PartyRole = keyof typeof PARTY_ROLE_LABELS;
export const PARTY_ROLES = Object.keys(PARTY_ROLE_LABELS) as [PartyRole, ...PartyRole[]];

const PlotOfCase = z.object({ plot_id: Id, zone: z.string(), block: z.string(), plot_number: z.string() });

/** A case as lists show it. */
export const CourtCaseRow = z.object({
  id: Id,
  court: z.enum(COURTS),
  /** As it was written. */
  suit_number: z.string(),
  title: z.string(),
  status: z.enum(COURT_CASE_STATUSES),
  outcome: z.enum(CASE_OUTCOMES).nullable(),
  outcome_on: Day.nullable(),
  /** The first parties, in uppercase; at most four. */
  parties: z.array(z.object({ role: z.enum(PARTY_ROLES), name: z.string() })),
  /** The first plots, at most three, and how many there are. */
  plots: z.array(PlotOfCase),
  plot_count: z.int(),
  /** The next day of a planned hearing. */
  next_hearing: Day.nullable(),
  /** The full name of the person who follows it. */
  followed_by: z.string(),
  entered_at: Instant,
});
export type CourtCaseRow = z.infer<typeof CourtCaseRow>;

/** A case in the record of its plot. */
export const CaseOfPlot = CourtCaseRow.pick({
  ...{ id: true, court: true, suit_number: true, title: true, status: true, outcome: true },
});

const namesOf = (parties: CourtCaseRow['parties'], role: PartyRole): string =>
  parties
    .filter((party) => party.role === role)
    .map(({ name }) => name)
    .join(', ');

/** `AMA ODAI v NUNGUA STOOL`; the names alone where one side is missing. */
export const partiesInLine = ({ parties }: Pick<CourtCaseRow, 'parties'>): string => {
  const [by, against] = [namesOf(parties, 'plaintiff'), namesOf(parties, 'defendant')];
  return by && against ? `${by} v ${against}` : parties.map(({ name }) => name).join(', ');
};

/** `B 147, B 148 and 2 more`. */
export const plotsInLine = ({ plots, plot_count }: Pick<CourtCaseRow, 'plots' | 'plot_count'>): string => {
  const shown = plots.map(({ block, plot_number }) => [block, plot_number].filter(Boolean).join(' ')).join(', ');
  return plot_count > plots.length ? `${shown} and ${plot_count - plots.length} more` : shown;
};

/** Spans of days in which the next hearing lies. */
const NEXT_HEARINGS = ['week', 'month', 'missed', 'none'] as const;
const NEXT_HEARING_LABELS = {
  week: 'Within 7 days',
  month: 'Within 30 days',
  missed: 'Outcome not noted',
  none: 'None planned',
} as const;

export const courtCaseList = defineList({
  name: 'court-cases',
  url: '/court_cases',
  access: 'land.read',
  summary: 'Court cases about plots, the newest first',
  description:
    'The search finds a case by the beginning of its suit number in any spelling, or of a party’s name or last name.',
  tags: ['land'],
  row: CourtCaseRow,
  filters: {
    state: choiceFilter('State', 'All', COURT_CASE_STATUSES, (state) => COURT_CASE_STATUS_LABELS[state]),
    court: choiceFilter('Court', 'All', COURTS, (court) => COURT_LABELS[court]),
    hearing: choiceFilter('Next hearing', 'Any', NEXT_HEARINGS, (one) => NEXT_HEARING_LABELS[one]),
    search: { ...textFilter('Suit number or party', 80), isSearch: true, isPersonal: true },
    plot_id: fixedFilter('Plot', Id.optional()),
  },
  sorts: ['-entered_at', 'entered_at'],
  columns: [
    columnOf('suit_number', 'Suit Number'),
    { key: 'court', header: 'Court', kind: 'text', value: ({ court }) => COURT_LABELS[court] },
    columnOf('title', 'About'),
    { key: 'parties', header: 'Parties', kind: 'name', value: partiesInLine },
    { key: 'plots', header: 'Plots', kind: 'text', value: plotsInLine },
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => COURT_CASE_STATUS_LABELS[status] },
    columnOf('next_hearing', 'Next Hearing', 'day'),
    {
      key: 'outcome',
      header: 'Outcome',
      kind: 'text',
      value: ({ outcome }) => (outcome === null ? null : CASE_OUTCOME_LABELS[outcome]),
    },
    columnOf('outcome_on', 'Decided On', 'day'),
    columnOf('followed_by', 'Followed By', 'name'),
    columnOf('entered_at', 'Entered', 'instant', { sort: 'entered_at' }),
  ],
  reach: 10_000,
});
