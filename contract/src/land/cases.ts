import { z } from 'zod';
import { ATTACHMENT_TYPES } from '../books/attachments.ts';
import { Done, endpointsOf, resource } from '../common/endpoint.ts';
import { Day, Id, Instant, optionalLine, shortText } from '../common/fields.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import { PAPER_UPLOAD } from './applications.ts';
import { CASE_OUTCOMES, COURTS, CourtCaseRow, courtCaseList, PARTY_ROLE_LABELS, PARTY_ROLES } from './case-list.ts';
import { CAVEAT_KIND_LABELS, SitePlan } from './plots.ts';

const endpoint = endpointsOf('land');
const [read, write, approve] = ['land.read', 'land.write', 'land.approve'] as const;

/** The most records of each kind that one case takes. */
export const MOST_OF_CASE = { plots: 50, parties: 60, hearings: 500, orders: 200, papers: 100 } as const;

/** Kinds of orders that keep plots from being dealt with until they are lifted. */
export const BLOCKING_ORDERS = ['injunction', 'caveat', 'lis_pendens'] as const;
export type BlockingOrder = (typeof BLOCKING_ORDERS)[number];

const { court_case: _, ...BLOCKING_LABELS } = CAVEAT_KIND_LABELS;
export const COURT_ORDER_KIND_LABELS = { ...BLOCKING_LABELS, other: 'Other order', lifts: 'Lifts an order' } as const;
export type CourtOrderKind = keyof typeof COURT_ORDER_KIND_LABELS;
export const COURT_ORDER_KINDS = Object.keys(COURT_ORDER_KIND_LABELS) as [CourtOrderKind, ...CourtOrderKind[]];

/** True for an order that blocks plots until another one lifts it. */
export const isBlocking = (kind: CourtOrderKind): kind is BlockingOrder =>
  (BLOCKING_ORDERS as readonly string[]).includes(kind);

const prose = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max.toLocaleString('en-GB')} characters.`)
    .refine(isPlainProse, unseenIn(`The ${label}`));
const words = (label: string) =>
  prose(label, 1_000).refine((text) => text.length >= 3, `Please enter the ${label} in a few words.`);

const facts = {
  court: z.enum(COURTS, 'Please choose the court.'),
  suit_number: shortText('suit number', 60),
  title: shortText('title', 120),
  about: prose('description', 2_000),
};

const party = {
  role: z.enum(PARTY_ROLES, `Please choose one of: ${Object.values(PARTY_ROLE_LABELS).join(', ')}.`),
  name: shortText('name of the party', 120),
  tenant_id: Id.nullable().default(null),
  counsel: optionalLine('name of counsel', 120).default(''),
  /** True where the tenant is told of hearings by text. */
  is_reminded: z.boolean().default(false),
};
const REMINDED = { path: ['is_reminded'], message: 'Only a tenant of this office is told of hearings.' };

export const NewCaseParty = z
  .strictObject(party)
  .refine(({ is_reminded, tenant_id }) => !is_reminded || tenant_id !== null, REMINDED);
export type NewCaseParty = z.infer<typeof NewCaseParty>;

export const NewCourtCase = z.strictObject({
  ...facts,
  about: facts.about.default(''),
  plot_ids: z
    .array(Id)
    .min(1, 'Please choose the plot that the case is about.')
    .max(MOST_OF_CASE.plots, `A case has at most ${MOST_OF_CASE.plots} plots.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each plot is named once.'),
  parties: z
    .array(NewCaseParty)
    .min(1, 'Please enter at least one party.')
    .max(MOST_OF_CASE.parties, `A case has at most ${MOST_OF_CASE.parties} parties.`),
});
export type NewCourtCase = z.infer<typeof NewCourtCase>;

const Version = z.int().min(1).max(2_147_483_647);

/** The fields that a person changes, and the version that they were changed from. */
export const CourtCaseChange = z
  .strictObject(facts)
  .partial()
  .extend({ version: Version })
  .refine((given) => Object.keys(given).length > 1, 'Please give a field to change.');
export type CourtCaseChange = z.infer<typeof CourtCaseChange>;

export const CaseParty = z.object({
  id: Id,
  role: z.enum(PARTY_ROLES),
  name: z.string(),
  tenant_id: Id.nullable(),
  tenant_code: z.string().nullable(),
  counsel: z.string(),
  is_reminded: z.boolean(),
});
export type CaseParty = z.infer<typeof CaseParty>;

export const HEARING_STATUS_LABELS = { planned: 'Planned', held: 'Held', cancelled: 'Cancelled' } as const;

export const CaseHearing = z.object({
  id: Id,
  day: Day,
  /** `09:00`; null where only the day is known. */
  at_time: z.string().nullable(),
  purpose: z.string(),
  status: z.enum(['planned', 'held', 'cancelled']),
  /** Says what happened, or why it was cancelled; null while it is planned. */
  outcome: z.string().nullable(),
});
export type CaseHearing = z.infer<typeof CaseHearing>;

export const CourtOrder = z.object({
  id: Id,
  day: Day,
  kind: z.enum(COURT_ORDER_KINDS),
  words: z.string(),
  plot_ids: z.array(Id),
  /** The order that it lifts, and the day of the one that lifted it. */
  lifts_id: Id.nullable(),
  lifted_on: Day.nullable(),
  /** True for one that blocks its plots now. */
  stands: z.boolean(),
  entered_by: z.string(),
  entered_at: Instant,
});
export type CourtOrder = z.infer<typeof CourtOrder>;

/** A case with everything about it. */
export const CourtCaseRecord = CourtCaseRow.omit({ parties: true }).extend({
  about: z.string(),
  version: z.int(),
  /** Says why it was reopened. */
  status_reason: z.string().nullable(),
  outcome_words: z.string().nullable(),
  entered_by: z.string(),
  /** True where the caller follows it. */
  is_followed_by_me: z.boolean(),
  parties: z.array(CaseParty),
  /** The next one first, then those whose outcome is not noted, then the others. */
  hearings: z.array(CaseHearing),
  /** The newest first. */
  orders: z.array(CourtOrder),
  papers: z.array(SitePlan.extend({ paper: z.string() })),
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
});
export type CourtCaseRecord = z.infer<typeof CourtCaseRecord>;

export const {
  show: showCourtCase,
  add: addCourtCase,
  change: changeCourtCase,
} = resource(
  '/court_cases',
  'land',
  { read, change: write },
  {
    show: {
      summary: 'A court case with its parties, plots, hearings, orders, papers and history',
      errors: ['not_found'],
      answer: CourtCaseRecord,
    },
    add: {
      summary: 'Enter a court case, which blocks its plots while it is pending',
      errors: ['refused'],
      example: {
        ...{ court: 'adr', suit_number: 'ADR 4/26', title: 'A boundary', plot_ids: ['1'] },
        parties: [{ role: 'plaintiff', name: 'Ama Odai' }],
      },
      body: NewCourtCase,
      created: Done.extend({ id: Id }),
    },
    change: {
      summary: 'Change the court, suit number, title or description of a pending case',
      description: 'Refused with 409 once it is resolved, and where somebody changed it since the version.',
      errors: ['not_found', 'conflict'],
      body: CourtCaseChange,
    },
  },
);

/** How a case ended, with the orders that its end lifts. */
export const CaseResolution = z.strictObject({
  outcome: z.enum(CASE_OUTCOMES, 'Please choose how the case ended.'),
  day: Day,
  words: words('decision'),
  /** The injunctions, caveats and notices that it lifts: all of those that stand. */
  lifts: z.array(Id).max(MOST_OF_CASE.orders).default([]),
  version: Version,
});
export type CaseResolution = z.infer<typeof CaseResolution>;

export const resolveCourtCase = endpoint('POST /court_cases/:id/resolution', approve, {
  summary: 'Resolve a pending case with its outcome, and lift the orders that stand',
  description:
    'Refused with 409 while an injunction, a caveat or a notice of the case stands that `lifts` does not name, and where ' +
    'somebody changed the case since the version.',
  errors: ['not_found', 'conflict', 'refused'],
  body: CaseResolution,
});

export const CaseReopening = z.strictObject({ reason: Reason, version: Version });
export type CaseReopening = z.infer<typeof CaseReopening>;

export const reopenCourtCase = endpoint('POST /court_cases/:id/reopening', approve, {
  summary: 'Reopen a resolved case with a reason; it blocks its plots again',
  errors: ['not_found', 'conflict'],
  body: CaseReopening,
});

export const followCourtCase = endpoint('POST /court_cases/:id/follow', write, {
  summary: 'Follow a case in place of the person who did: reminders of hearings go to the caller from now on',
  errors: ['not_found'],
});

export const addCasePlot = endpoint('POST /court_cases/:id/plots', write, {
  summary: 'Add a plot to a pending case, which blocks it',
  errors: ['not_found', 'conflict', 'refused'],
  body: z.strictObject({ plot_id: Id }),
});

export const addCaseParty = endpoint('POST /court_cases/:id/parties', write, {
  summary: 'Add a party to a pending case',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { role: 'joined', name: 'Grace Odonkor' },
  body: NewCaseParty,
  created: Done.extend({ id: Id }),
});

export const removeCaseParty = endpoint('DELETE /court_parties/:id', write, {
  summary: 'Remove a party from a pending case',
  errors: ['not_found', 'conflict'],
});

export const NewHearing = z.strictObject({
  day: Day,
  at_time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give the time like 09:00.')
    .nullable()
    .default(null),
  purpose: shortText('purpose of the hearing', 120),
});
export type NewHearing = z.infer<typeof NewHearing>;

export const addHearing = endpoint('POST /court_cases/:id/hearings', write, {
  summary: 'Plan a hearing of a pending case, today or later',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { day: '2026-12-01', purpose: 'Mention' },
  body: NewHearing,
  created: Done.extend({ id: Id }),
});

/** The end of a hearing; the outcome of one that was held may be corrected. */
export const HearingEnd = z.strictObject({
  status: z.enum(['held', 'cancelled'], 'Please choose whether it was held or cancelled.'),
  outcome: words('outcome'),
});
export type HearingEnd = z.infer<typeof HearingEnd>;

export const endHearing = endpoint('POST /court_hearings/:id/outcome', write, {
  summary: 'Note the outcome of a hearing, or that it was cancelled',
  description: 'The outcome is refused with 409 before the day of the hearing, and both once it was cancelled.',
  errors: ['not_found', 'conflict'],
  body: HearingEnd,
});

export const NewCourtOrder = z
  .strictObject({
    day: Day,
    kind: z.enum(COURT_ORDER_KINDS, 'Please choose the kind of the order.'),
    words: words('order'),
    /** The plots of the case that it binds. */
    plot_ids: z
      .array(Id)
      .max(MOST_OF_CASE.plots)
      .refine((ids) => new Set(ids).size === ids.length, 'Each plot is named once.')
      .default([]),
    /** The order that one of the kind `lifts` lifts, for all its plots. */
    lifts_id: Id.nullable().default(null),
  })
  .refine(({ kind, lifts_id }) => (kind === 'lifts') === (lifts_id !== null), {
    path: ['lifts_id'],
    message: 'Please choose the order that is lifted, of an order that lifts one alone.',
  })
  .refine(({ kind, plot_ids }) => !isBlocking(kind) || plot_ids.length > 0, {
    path: ['plot_ids'],
    message: 'Please choose the plots that the order binds.',
  })
  .refine(({ kind, plot_ids }) => kind !== 'lifts' || plot_ids.length === 0, {
    path: ['plot_ids'],
    message: 'An order is lifted for all its plots.',
  });
export type NewCourtOrder = z.infer<typeof NewCourtOrder>;

export const addCourtOrder = endpoint('POST /court_cases/:id/orders', approve, {
  summary: 'Enter an order of a pending case; an injunction, caveat or notice blocks its plots until one lifts it',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { day: '2026-11-02', kind: 'other', words: 'File your papers.' },
  body: NewCourtOrder,
  created: Done.extend({ id: Id }),
});

export const NewCasePaper = z.strictObject({
  paper: shortText('name of the document'),
  file: z.file('Please choose a file.'),
});
export type NewCasePaper = z.infer<typeof NewCasePaper>;

export const addCasePaper = endpoint('POST /court_cases/:id/papers', write, {
  summary: 'Add a PDF or a picture to a case',
  ...PAPER_UPLOAD,
  body: NewCasePaper,
  created: Done.extend({ id: Id }),
});

export const getCasePaper = endpoint('GET /court_papers/:id', read, {
  summary: 'The content of a document of a case',
  errors: ['not_found'],
  file: [...ATTACHMENT_TYPES],
});

export const removeCasePaper = endpoint('DELETE /court_papers/:id', write, {
  summary: 'Remove a document from a pending case',
  errors: ['not_found', 'conflict'],
});

/** A claim against a plot that no case of this office has. */
export const NewPlotCaveat = z.strictObject({
  kind: z.enum(BLOCKING_ORDERS, 'Please choose a caveat, a notice of a suit or an injunction.'),
  /** Empty for a caveat without a suit. */
  suit_number: optionalLine('suit number', 60).default(''),
  about: shortText('ground of the caveat', 120),
  placed_on: Day,
});
export type NewPlotCaveat = z.infer<typeof NewPlotCaveat>;

export const addPlotCaveat = endpoint('POST /plots/:id/caveats', approve, {
  summary: 'Place a caveat, a notice of a suit or an injunction on a plot, without a case',
  idempotent: true,
  errors: ['not_found', 'refused'],
  example: { kind: 'caveat', about: 'A family wants to be heard', placed_on: '2026-11-02' },
  body: NewPlotCaveat,
  created: Done.extend({ id: Id }),
});

export const removePlotCaveat = endpoint('POST /plot_caveats/:id/removal', approve, {
  summary: 'Remove a caveat that was placed without a case, with a reason',
  description:
    'Refused with 409 for a claim of a case, which goes with the order that lifts it or the end of the case.',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

export const courtCaseEndpoints = {
  listCourtCases: courtCaseList.page,
  exportCourtCases: courtCaseList.file,
  showCourtCase,
  addCourtCase,
  changeCourtCase,
  resolveCourtCase,
  reopenCourtCase,
  followCourtCase,
  addCasePlot,
  addCaseParty,
  removeCaseParty,
  addHearing,
  endHearing,
  addCourtOrder,
  addCasePaper,
  getCasePaper,
  removeCasePaper,
  addPlotCaveat,
  removePlotCaveat,
} as const;
