import { type ApplicationChange, isAtDesk, type NewApplication, type TenantFields, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { nextLandSerials } from '../serials.repo.ts';
import { applicantFields } from '../tenants/store-fields.ts';
import { landTenantById } from '../tenants/tenants.repo.ts';
import { APPLICATION_NOUN, changedMeanwhile } from './application-changes.ts';
import { insertApplication, lockApplication, updateApplication } from './applications.repo.ts';
import { landKindOf } from './kinds.repo.ts';
import { plotInWords, valuesOfChange } from './values-of-change.ts';

type Asking<Body> = { body: Body; by: Caller; now: Date };
type Parts = Partial<Omit<NewApplication, 'kind'>>;

/** Parts of an application as its columns hold them. Those that are not given are left out. */
const columnsOf = ({ applicant, terms, inspection, consent, ...plain }: Parts) => ({
  ...plain,
  ...(applicant !== undefined && {
    applicant: applicant && JSON.stringify(applicantFields(applicant as TenantFields)),
  }),
  ...(terms !== undefined && { terms: JSON.stringify(terms) }),
  ...(inspection !== undefined && { inspection: inspection && JSON.stringify(inspection) }),
  ...(consent !== undefined && { consent: consent && JSON.stringify(consent) }),
});

/** Refused with 422 `refused` where the plot or tenant that a body names is not there. */
const refuseUnknown = async (tx: Tx, { plot_id, tenant_id }: Pick<Parts, 'plot_id' | 'tenant_id'>): Promise<void> => {
  if (plot_id !== undefined && !(await plotFacts(tx, [plot_id])).has(plot_id))
    throw refusalAt('refused', 'plot_id', 'There is no such plot. Please choose one of the list.');
  if (tenant_id && !(await landTenantById(tx, tenant_id)))
    throw refusalAt('refused', 'tenant_id', 'There is no such tenant. Please choose one of the list.');
};

/** Enters an application as a draft; a new tenant's facts take the place of a known one. */
export const addApplication = async (
  tx: Tx,
  { body: { kind, ...parts }, by, now }: Asking<NewApplication>,
): Promise<{ message: string; id: string; number: string }> => {
  await refuseUnknown(tx, parts);
  if (parts.tenant_id !== null && parts.applicant !== null)
    throw refusalAt('refused', 'applicant', 'Please give a known tenant or a new one, not both.');
  const year = Number(today(now).slice(0, 4));
  const number = `LA${year}-${String(await nextLandSerials(tx, 'application', year)).padStart(4, '0')}`;
  const { fee } = await landKindOf(tx, kind);
  const row = { ...columnsOf(parts), terms: JSON.stringify(parts.terms), plot_id: parts.plot_id };
  const id = await insertApplication(tx, { ...row, kind, number, fee, entered_by: by.accountId, entered_at: now });
  const subject = { kind: APPLICATION_NOUN, id, name: number };
  await noteHands(tx, [{ accountId: by.accountId, what: 'entered', subjects: [subject] }], now);
  const after = { kind, plot: await plotInWords(tx, parts.plot_id) };
  await audit(tx, by, { action: 'applications.add', subject, after }, now);
  return { message: `The application ${number} is a draft.`, id, number };
};

/**
 * Changes parts of an application that is a draft or was sent back. Refused with 404 `not_found`,
 * with 409 `conflict` once it is lodged or another version is current, and with 422 `refused`.
 */
export const changeApplication = async (
  tx: Tx,
  { id, body: { version, ...parts }, by, now }: Asking<ApplicationChange> & { id: string },
): Promise<string> => {
  const row = await lockApplication(tx, id);
  if (!isAtDesk(row.status))
    throw new Refusal('conflict', `The application ${row.number} is not at the desk any more, so it stays as it is.`);
  if (row.version !== version) throw changedMeanwhile(row);
  const given = parts as Parts;
  await refuseUnknown(tx, given);
  const { tenant_id = row.tenant_id, applicant = row.applicant } = given;
  if (tenant_id !== null && applicant !== null)
    throw refusalAt('refused', 'applicant', 'Please give a known tenant or a new one, not both.');
  await updateApplication(tx, id, columnsOf(given));
  const subject = { kind: APPLICATION_NOUN, id, name: row.number };
  await noteHands(tx, [{ accountId: by.accountId, what: 'corrected', subjects: [subject] }], now);
  const values = await valuesOfChange(tx, row, given);
  await audit(tx, by, { action: 'applications.change', subject, ...values }, now);
  return `The application ${row.number} is changed.`;
};
