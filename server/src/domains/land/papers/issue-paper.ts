import {
  fullName,
  LAND_DOCUMENT_KIND_LABELS,
  type LandDocumentKind,
  type LandPaperFacts,
  type NewLandDocument,
  shownPlotName,
  type TenancyFacts,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { newPaperCode } from '#lib/paper-code.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { nextLandSerials } from '../serials.repo.ts';
import { insertDocument, newestDocument } from './land-documents.repo.ts';
import {
  isApplication,
  lockTenancyOfApplication,
  lockTenancyOnPaper,
  type TenancyOnPaper,
} from './paper-facts.repo.ts';

/** The kind of a paper about land in the audit log, and one in plain words. */
export const LAND_PAPER_NOUN = 'paper';

const PREFIXES = { allocation_note: 'AN', tenancy_certificate: 'TC', slip: 'SL' } as const;

type Issuing = {
  kind: LandDocumentKind;
  plot_id: string;
  tenancy_id?: string | null;
  application_id?: string | null;
  facts: LandPaperFacts;
  receipt_number?: string;
};

export type IssuedPaper = { id: string; number: string; code: string };

/**
 * Stores a paper under the next number of its kind and year. Others that issue one of its kind wait
 * until the transaction ends, so that a failure uses no number up.
 */
export const storePaper = async (
  tx: Tx,
  { tenancy_id = null, application_id = null, receipt_number = '', ...given }: Issuing,
  { by, now }: { by: Pick<Caller, 'accountId'> | null; now: Date },
): Promise<IssuedPaper> => {
  const day = today(now);
  const prefix = PREFIXES[given.kind];
  const serial = await nextLandSerials(tx, prefix, Number(day.slice(0, 4)));
  const number = `${prefix}${day.slice(0, 4)}-${String(serial).padStart(4, '0')}`;
  const code = newPaperCode();
  const row = { ...given, tenancy_id, application_id, receipt_number, number, code, day };
  const id = await insertDocument(tx, { ...row, issued_at: now, issued_by: by?.accountId ?? null });
  return { id, number, code };
};

const factsOf = (tenancy: TenancyOnPaper, kind: NewLandDocument['kind']): TenancyFacts => {
  const { application_number, approved_on, conditions, commission_number, commission_day } = tenancy;
  const isOfNote = kind === 'allocation_note' && application_number !== null && approved_on !== null;
  const { zone, district, block, plot_number, land_use, owner_kind, area_sqm } = tenancy;
  return {
    plot: { zone, district, block, plot_number, land_use, owner_kind, area_sqm },
    owner_name: tenancy.owner_name,
    ...{ tenant: fullName({ ...tenancy, middle_name: '' }), tenant_code: tenancy.tenant_code, how: tenancy.how },
    ...{ indenture_number: tenancy.indenture_number, commencement: tenancy.commencement },
    ...{ term_years: tenancy.term_years, ends_on: tenancy.ends_on, held_from: tenancy.held_from },
    ...{ ground_rent: tenancy.ground_rent, review_years: tenancy.review_years },
    ...{ review_percent: tenancy.review_percent, grantor: tenancy.grantor },
    ...{ grantor_capacity: tenancy.grantor_capacity, witnesses: tenancy.witnesses },
    commission:
      commission_number !== null && commission_day !== null ? { number: commission_number, day: commission_day } : null,
    application: isOfNote ? { number: application_number, approved_on, conditions: conditions ?? '' } : null,
  };
};

const NO_NOTE = 'Only an approved application has an allocation note.';

const subjectOf = async (tx: Tx, { kind, subject_id }: NewLandDocument): Promise<TenancyOnPaper> => {
  if (kind === 'tenancy_certificate') return existing(await lockTenancyOnPaper(tx, subject_id), 'tenancy');
  const tenancy = await lockTenancyOfApplication(tx, subject_id);
  if (tenancy?.application_status === 'approved') return tenancy;
  if (!(await isApplication(tx, subject_id))) throw noSuch('application');
  throw new Refusal('conflict', NO_NOTE);
};

/**
 * Issues the note of an approved application or the certificate of a current tenancy. Answers the
 * one that was issued while its facts are the same. Refused with 404 `not_found`, and with 409
 * `conflict` for an application that is not approved or a tenancy that has ended.
 */
export const issueLandDocument = async (
  tx: Tx,
  { body, by, now }: { body: NewLandDocument; by: Caller; now: Date },
): Promise<{ message: string; id: string; number: string }> => {
  const { kind } = body;
  const tenancy = await subjectOf(tx, body);
  if (tenancy.held_until !== null || tenancy.ends_on <= today(now)) {
    throw new Refusal('conflict', 'This tenancy has ended, so no paper of it is issued any more.');
  }
  const facts = factsOf(tenancy, kind);
  const before = await newestDocument(tx, { kind, tenancyId: tenancy.id, facts });
  const label = LAND_DOCUMENT_KIND_LABELS[kind].toLowerCase();
  if (before?.is_same) {
    const { id, number } = before;
    return { message: `The ${label} ${number} was issued before and still holds.`, id, number };
  }
  const application_id = kind === 'allocation_note' ? tenancy.application_id : null;
  const paper = { kind, plot_id: tenancy.plot_id, tenancy_id: tenancy.id, application_id, facts };
  const { id, number } = await storePaper(tx, paper, { by, now });
  const subject = { kind: LAND_PAPER_NOUN, id, name: number };
  const after = { plot: shownPlotName(tenancy), tenant_code: tenancy.tenant_code, replaces: before?.number ?? null };
  await audit(tx, by, { action: 'land_documents.issue', subject, after }, now);
  return { message: `The ${label} ${number} is issued.`, id, number };
};
