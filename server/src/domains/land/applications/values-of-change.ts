import { type ApplicantDraft, type NewApplication, plotName, type TenantFields } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { applicantFields } from '../tenants/store-fields.ts';
import { landTenantById } from '../tenants/tenants.repo.ts';
import type { Application } from './applications.repo.ts';

type Parts = Partial<Omit<NewApplication, 'kind'>>;
type Values = Record<string, unknown>;

/** The names of a plot in one line. */
export const plotInWords = async (db: Db, plotId: string): Promise<string> => {
  const facts = (await plotFacts(db, [plotId])).get(plotId);
  return facts ? plotName(facts) : '';
};

/** A part's values by their paths: `terms.commencement`. */
const valuesIn = (part: string, value: object | null): Values =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, one]) => [`${part}.${name}`, one]));

/** The names of the fields that differ between two applicants. */
const changedFields = (was: ApplicantDraft | null, is: ApplicantDraft | null): string[] => {
  const stored: Values = is === null ? {} : applicantFields(is as TenantFields);
  const former: Values = was ?? {};
  return Object.keys({ ...former, ...stored }).filter((name) => former[name] !== stored[name]);
};

/**
 * The values before and after a change, for the audit log. That is kept for good, so of an
 * applicant it has the names of the fields alone.
 */
export const valuesOfChange = async (
  tx: Tx,
  row: Application,
  given: Parts,
): Promise<{ before: Values; after: Values }> => {
  const values = async ({ about, plot_id, tenant_id, ...of }: Parts): Promise<Values> => ({
    ...(given.terms && valuesIn('terms', of.terms ?? null)),
    ...(given.inspection !== undefined && valuesIn('inspection', of.inspection ?? null)),
    ...(given.consent !== undefined && valuesIn('consent', of.consent ?? null)),
    ...(given.about !== undefined && { about }),
    ...(given.plot_id !== undefined && { plot: await plotInWords(tx, plot_id ?? '0') }),
    ...(given.tenant_id !== undefined && {
      tenant: tenant_id ? (await landTenantById(tx, tenant_id))?.tenant_code : null,
    }),
  });
  const fields = given.applicant === undefined ? [] : changedFields(row.applicant, given.applicant);
  return {
    before: await values(row),
    after: { ...(await values(given)), ...(fields.length > 0 && { applicant: fields.join(', ') }) },
  };
};
