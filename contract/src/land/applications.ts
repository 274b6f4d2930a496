import { z } from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../books/attachments.ts';
import { today } from '../common/calendar.ts';
import { Done, endpointsOf, resource } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, shortText } from '../common/fields.ts';
import { MAX_PHONE_LENGTH } from '../common/formats.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import {
  ApplicantDraft,
  ApplicationTerms,
  applicationFields,
  Consent,
  EMPTY_TERMS,
  Inspection,
} from './application-fields.ts';
import {
  APPLICATION_DECISIONS,
  type ApplicationDecision,
  ApplicationRow,
  applicationList,
  DESK_MOVES,
  type DeskMove,
} from './application-list.ts';
import { OpenCaveat, SitePlan } from './plots.ts';
import { APPLICATION_KINDS, LAND_USES, OWNER_KINDS } from './words.ts';

const endpoint = endpointsOf('land');
const [read, write, approve, setup] = ['land.read', 'land.write', 'land.approve', 'land.setup'] as const;

const fields = applicationFields;

/** A draft. Everything but the kind and the plot may come later. */
export const NewApplication = z.strictObject({
  ...{ kind: fields.kind, plot_id: fields.plot_id },
  tenant_id: fields.tenant_id.default(null),
  applicant: fields.applicant.default(null),
  terms: fields.terms.default(EMPTY_TERMS),
  inspection: fields.inspection.default(null),
  consent: fields.consent.default(null),
  about: fields.about.default(''),
});
export type NewApplication = z.infer<typeof NewApplication>;

const Version = z.number().int().min(1).max(2_147_483_647);

/** Some parts, each whole, and the version that they were changed from. The kind stays. */
export const ApplicationChange = z
  .strictObject(fields)
  .omit({ kind: true })
  .partial()
  .extend({ version: Version })
  .refine((given) => Object.keys(given).length > 1, 'Please give a part to change.');
export type ApplicationChange = z.infer<typeof ApplicationChange>;

/** A part, by its path in the application or `null`, that is in the way, and a sentence. */
const Obstacle = z.object({ path: z.string().nullable(), message: z.string() });

/** A paper of the kind's list, or one that was added beside it, with its files. */
const PaperOnList = z.object({ paper: z.string(), is_needed: z.boolean(), files: z.array(SitePlan) });
export type PaperOnList = z.infer<typeof PaperOnList>;

const PlotNamed = z.object({ plot_id: Id, zone: z.string(), block: z.string(), plot_number: z.string() });

/** A tenancy beside an application: the one that it ends, or the plot's current one. */
const TenancyBeside = z.object({
  id: Id,
  tenant_id: Id,
  tenant_code: z.string(),
  tenant_name: z.string(),
  indenture_number: z.string(),
  commencement: Day,
  term_years: z.number().int(),
  /** The first day after the term. */
  ends_on: Day,
  ground_rent: Money,
  held_from: Day,
});
export type TenancyBeside = z.infer<typeof TenancyBeside>;

/** Another application that shares its person or plot. */
const ApplicationBeside = ApplicationRow.pick({
  id: true,
  number: true,
  kind: true,
  status: true,
  plot_id: true,
  zone: true,
  block: true,
  plot_number: true,
  applicant_name: true,
});

/** A reason why two persons may be one. */
const SAME = ['tenant', 'id_number', 'phone', 'name'] as const;
export const SAME_PERSON_LABELS = {
  tenant: 'Same tenant',
  id_number: 'Same ID number',
  phone: 'Same phone',
  name: 'Same name',
} as const;

export const ApplicationDuplicates = z.object({
  /** Tenants who may be the applicant; at most ten, the likeliest first. */
  tenants: z.array(z.object({ id: Id, tenant_code: z.string(), name: z.string(), same: z.array(z.enum(SAME)).min(1) })),
  /** Open applications of somebody who may be the applicant; at most ten. */
  applications: z.array(ApplicationBeside.extend({ same: z.array(z.enum(SAME)).min(1) })),
  /** Open applications for the plot. */
  for_plot: z.array(ApplicationBeside),
  /** The plot's current tenancy. */
  tenancy: TenancyBeside.nullable(),
  /** Other plots that share land with the plot, the largest part first; at most ten. */
  overlaps: z.array(
    PlotNamed.extend({
      /** True where somebody holds that plot. */
      is_held: z.boolean(),
      /** Square metres that both have, `12.50`; null where it is not known exactly. */
      area_sqm: z.string().nullable(),
    }),
  ),
});
export type ApplicationDuplicates = z.infer<typeof ApplicationDuplicates>;

/** An application with everything that somebody needs who decides on it. */
export const ApplicationRecord = ApplicationRow.extend({
  version: z.number().int(),
  about: z.string(),
  /** Facts of a new tenant; null once they are a tenant. */
  applicant: ApplicantDraft.nullable(),
  /** The remark on a Ghana Card of another country than the nationality; null without one. */
  id_remark: z.string().nullable(),
  terms: ApplicationTerms,
  inspection: Inspection.nullable(),
  consent: Consent.nullable(),
  fee: Money,
  conditions: z.string(),
  /** The Lands Commission's certificate that the disposition fits the approved plan. */
  commission_number: z.string().nullable(),
  commission_day: Day.nullable(),
  plot: PlotNamed.extend({
    land_use: z.enum(LAND_USES),
    owner_kind: z.enum(OWNER_KINDS),
    owner_name: z.string(),
    has_boundary: z.boolean(),
  }),
  /** The tenancy that it ends or ended; for what is open, the plot's current one where it would. */
  ends: TenancyBeside.nullable(),
  /** The tenancy that its approval made. */
  made_tenancy_id: Id.nullable(),
  /** The full name of the person who decided. */
  decided_by: z.string().nullable(),
  /** True where the one person of the office decided on what they had entered. */
  is_alone: z.boolean(),
  /** In the order of the kind's list, others behind. */
  papers: z.array(PaperOnList),
  duplicates: ApplicationDuplicates,
  caveats: z.array(OpenCaveat),
  /** In the way of lodging a draft or one that was sent back; empty in other states. */
  gaps: z.array(Obstacle),
  /** In the way of approving a lodged one; empty in other states. */
  obstacles: z.array(Obstacle),
  /** The sentence that keeps the caller from deciding, since they had a hand in it; else null. */
  own_hand: z.string().nullable(),
  /** The people who had a hand in it, the first one first. */
  hands: z.array(z.object({ by: z.string(), what: z.string(), at: Instant })),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
});
export type ApplicationRecord = z.infer<typeof ApplicationRecord>;

export const {
  show: showApplication,
  add: addApplication,
  change: changeApplication,
} = resource(
  '/applications',
  'land',
  { read, change: write },
  {
    show: {
      summary: 'An application with its papers, clock, duplicates and everything that a decision needs',
      errors: ['not_found'],
      answer: ApplicationRecord,
    },
    add: {
      summary: 'Enter an application as a draft',
      errors: ['refused'],
      example: { kind: 'others', plot_id: '1' },
      body: NewApplication,
      created: Done.extend({ id: Id, number: z.string() }),
    },
    change: {
      summary: 'Change parts of an application that is a draft or was sent back',
      description:
        'Refused with 409 `conflict` once it is lodged, and when somebody changed it since the version that is named.',
      errors: ['not_found', 'conflict', 'refused'],
      body: ApplicationChange,
    },
  },
);

/** A change by the desk. Withdrawing takes a reason. */
export const ApplicationStep = z
  .strictObject({
    change: z.enum(Object.keys(DESK_MOVES) as DeskMove[]),
    version: Version,
    reason: Reason.optional(),
  })
  .refine(({ change, reason }) => change === 'lodge' || reason !== undefined, {
    path: ['reason'],
    message: 'Please give the reason in a few words.',
  });
export type ApplicationStep = z.infer<typeof ApplicationStep>;

export const stepApplication = endpoint('POST /applications/:id/changes', write, {
  summary: 'Lodge an application, or withdraw it with a reason',
  description:
    'Lodging is refused with 422 `refused` while something is missing: `issues` name each part by its path, as ' +
    '`body.terms.commencement`, and needed papers as `body.papers`.',
  errors: ['not_found', 'conflict', 'refused'],
  body: ApplicationStep,
});

const certificate = {
  commission_number: shortText('number of the certificate', 60),
  commission_day: Day.refine(
    (day) => day >= '1950-01-01' && day <= today(),
    'The day of the certificate must be a past day.',
  ),
};

const BOTH = {
  path: ['commission_day'],
  message: 'Please give the certificate’s number and its day, or neither.',
};

/** A decision. All but an approval take a reason; a certificate and conditions are its own. */
export const NewDecision = z
  .strictObject({
    change: z.enum(Object.keys(APPLICATION_DECISIONS) as ApplicationDecision[]),
    /** The version that was looked at. */
    version: Version,
    reason: Reason.optional(),
    conditions: z
      .string()
      .trim()
      .max(1_000, 'The conditions have at most 1,000 characters.')
      .refine(isPlainProse, unseenIn('The conditions'))
      .optional(),
    commission_number: certificate.commission_number.optional(),
    commission_day: certificate.commission_day.optional(),
  })
  .refine(({ change, reason }) => change === 'approve' || reason !== undefined, {
    path: ['reason'],
    message: 'Please give the reason in a few words.',
  })
  .refine(
    ({ commission_number, commission_day }) => (commission_number === undefined) === (commission_day === undefined),
    BOTH,
  )
  .refine(
    ({ change, conditions, commission_number }) =>
      change === 'approve' || (conditions === undefined && commission_number === undefined),
    { path: ['conditions'], message: 'Conditions and the certificate are for an approval alone.' },
  );
export type NewDecision = z.infer<typeof NewDecision>;

export const decideApplication = endpoint('POST /applications/:id/decisions', approve, {
  summary: 'Send a lodged application back, approve or refuse it, or annul an approval',
  description:
    'Refused with 403 `not_permitted` to anybody who entered, changed or lodged it. Approving is refused with 409 ' +
    '`conflict` while a caveat or case stands against the plot, or while somebody else holds it, and with 422 `refused` at ' +
    'the field for a term that is too long. An approval makes the tenancy, and the tenant with their code where they are new; ' +
    'its answer has the code and, where a text could not be sent, the setup code.',
  errors: ['not_found', 'conflict', 'refused'],
  body: NewDecision,
  answer: Done.extend({
    tenant_id: Id.nullable(),
    tenant_code: z.string().nullable(),
    tenancy_id: Id.nullable(),
    /** The code with which a new tenant sets a password, shown once; else null. */
    setup_code: z.string().nullable(),
  }),
});

export const noteCommission = endpoint('PATCH /applications/:id/commission', approve, {
  summary: 'Note the Lands Commission’s certificate of an approved application',
  errors: ['not_found', 'conflict'],
  body: z.strictObject(certificate),
});

/** The most files that an application takes. */
export const MOST_APPLICATION_PAPERS = 40;

export const NewApplicationPaper = z.strictObject({
  /** Its name, as on the list of the kind. */
  paper: shortText('name of the paper'),
  file: z.file('Please choose a file.'),
});
export type NewApplicationPaper = z.infer<typeof NewApplicationPaper>;

/** How a PDF or a picture is added to a record that may be closed by then. */
export const PAPER_UPLOAD = {
  description: 'Pictures are stored as JPEG without metadata, PDFs as they are.',
  idempotent: true,
  maxFileBytes: MAX_ATTACHMENT_BYTES,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'conflict', 'too_large', 'unsupported_media', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
} as const;

export const addApplicationPaper = endpoint('POST /applications/:id/papers', write, {
  summary: 'Add a PDF or a picture to an application that is a draft or was sent back',
  ...PAPER_UPLOAD,
  body: NewApplicationPaper,
  created: Done.extend({ id: Id }),
});

export const getApplicationPaper = endpoint('GET /application_papers/:id', read, {
  summary: 'The content of an application’s paper',
  errors: ['not_found'],
  file: [...ATTACHMENT_TYPES],
});

export const removeApplicationPaper = endpoint('DELETE /application_papers/:id', write, {
  summary: 'Remove a paper from an application that is a draft or was sent back',
  errors: ['not_found', 'conflict'],
});

export const findApplicationDuplicates = endpoint('GET /application_duplicates', write, {
  summary: 'Tenants, applications and plots that an application may repeat, asked while it is typed',
  query: z.strictObject({
    /** The application that is being changed, which is no duplicate of itself. */
    application_id: Id.optional(),
    plot_id: Id.optional(),
    tenant_id: Id.optional(),
    id_number: z.string().trim().max(40).optional(),
    phone: z.string().trim().max(MAX_PHONE_LENGTH).optional(),
    last_name: z.string().trim().max(120).optional(),
    first_name: z.string().trim().max(60).optional(),
  }),
  answer: ApplicationDuplicates,
});

const KindPaper = z.strictObject({ paper: shortText('name of the paper'), is_needed: z.boolean() });

const DAYS = 'Please give whole days from 1 to 365.';

const ApplicationKindFields = {
  /** From lodging until it should be decided. */
  days: z.int(DAYS).min(1, DAYS).max(365, DAYS),
  /** Of applications that are lodged from now on. */
  fee: Money,
  /** In the order of the list. */
  papers: z
    .array(KindPaper)
    .max(20, 'A kind has at most 20 papers.')
    .refine(
      (papers) => new Set(papers.map(({ paper }) => paper.toLowerCase())).size === papers.length,
      'Each paper stands on the list once.',
    ),
};

/** A kind of applications with its days, fee and papers. */
export const LandKind = z.object({ kind: z.enum(APPLICATION_KINDS), ...ApplicationKindFields });
export type LandKind = z.infer<typeof LandKind>;

export const LandKindChange = z
  .strictObject(ApplicationKindFields)
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Please give a field to change.');
export type LandKindChange = z.infer<typeof LandKindChange>;

export const listLandKinds = endpoint('GET /application_kinds', read, {
  summary: 'The kinds of applications with their days, fees and papers',
  answer: z.array(LandKind),
});

export const changeLandKind = endpoint('PATCH /application_kinds/:kind', setup, {
  summary: 'Change the days, the fee or the whole list of papers of a kind of applications',
  description:
    'Open applications are judged by the new list; days and fee apply to those that are lodged from now on. A lower fee waits for another person.',
  errors: ['conflict'],
  params: z.object({ kind: z.enum(APPLICATION_KINDS) }),
  body: LandKindChange,
});

export const countApplications = endpoint('GET /applications/counts', read, {
  summary: 'How many applications wait, for menus and the dashboard',
  answer: z.object({
    drafts: z.number().int(),
    sent_back: z.number().int(),
    /** Lodged ones, which wait for a decision. */
    waiting: z.number().int(),
    /** Those of them whose day has passed. */
    late: z.number().int(),
    /** Drafts, lodged ones and those that were sent back, of each kind. */
    open: z.array(z.object({ kind: z.enum(APPLICATION_KINDS), count: z.number().int() })),
  }),
});

export const applicationEndpoints = {
  listApplications: applicationList.page,
  exportApplications: applicationList.file,
  countApplications,
  addApplication,
  showApplication,
  changeApplication,
  stepApplication,
  decideApplication,
  noteCommission,
  addApplicationPaper,
  getApplicationPaper,
  removeApplicationPaper,
  findApplicationDuplicates,
  listLandKinds,
  changeLandKind,
} as const;
