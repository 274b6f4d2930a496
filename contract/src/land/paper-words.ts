// Words of papers about land. It imports no schema, so that the plain public pages stay light.
import type { ApplicationKind, LandUse, OwnerKind, TenancyHow } from './words.ts';

export const LAND_DOCUMENT_KIND_LABELS = {
  allocation_note: 'Allocation note',
  tenancy_certificate: 'Tenancy certificate',
  slip: 'Plot slip',
} as const;
export type LandDocumentKind = keyof typeof LAND_DOCUMENT_KIND_LABELS;

export const LAND_DOCUMENT_STATUS_LABELS = {
  valid: 'Valid',
  replaced: 'Replaced',
  ended: 'Tenancy has ended',
  annulled: 'Application annulled',
} as const;
export type LandDocumentStatus = keyof typeof LAND_DOCUMENT_STATUS_LABELS;

/** The address of the page that checks a paper; browsers send nobody what stands behind the `#`. */
export const landPaperPage = (origin: string, code: string): string => `${origin}/land_paper#${code}`;

/** The refusal of a paper’s code that no paper has. */
export const UNKNOWN_LAND_PAPER =
  'No paper of ours has this code. Compare it with the one on the paper, and contact us if they are the same.';

/** The refusal of a code for a slip, the same for unknown, used and old ones. */
export const WRONG_SLIP_CODE =
  'This code is not valid. It may be mistyped, used already, or older than 30 days. Please contact our office.';

/** A plot as papers name it. */
export type PlotOnPaper = {
  zone: string;
  district: string | null;
  block: string;
  plot_number: string;
  land_use: LandUse;
  owner_kind: OwnerKind;
  /** Square metres with two decimals: of the boundary, else as the site plan says. */
  area_sqm: string | null;
};

/** The record's entries against a plot, without the name of anybody. */
export type PlotFinding = {
  tenancy: { held_from: string; ends_on: string } | null;
  applications: { kind: ApplicationKind; lodged_on: string }[];
  /** The suit number is empty where there is none, or where it is not in the form of one. */
  against: { kind: string; suit_number: string; placed_on: string }[];
  has_boundary: boolean;
  /** Square metres are null where the boundaries cross too often to be measured. */
  overlaps: { plot: string; shared_sqm: number | null }[];
};

export type SlipFacts = { plot: PlotOnPaper; finding: PlotFinding };

/** The facts of an allocation note and of a tenancy certificate. */
export type TenancyFacts = {
  plot: PlotOnPaper;
  owner_name: string;
  tenant: string;
  tenant_code: string;
  how: TenancyHow;
  indenture_number: string;
  commencement: string;
  term_years: number;
  ends_on: string;
  held_from: string;
  ground_rent: string;
  review_years: number | null;
  review_percent: string | null;
  grantor: string;
  grantor_capacity: string;
  witnesses: string;
  commission: { number: string; day: string } | null;
  /** Of a note alone. */
  application: { number: string; approved_on: string; conditions: string } | null;
};

export type LandPaperFacts = SlipFacts | TenancyFacts;
