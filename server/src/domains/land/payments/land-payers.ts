import {
  fromPesewas,
  GROUND_RENT,
  type LandPaidRow,
  type LandPayer,
  plotName,
  shownPlotName,
  tenantName,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LandFee } from '#domains/payments';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { duesOfLand, refuseUnshared } from './land-dues.ts';
import {
  type PaidPlot,
  paidPlot,
  paidTenancy,
  payableTenancies,
  payingApplication,
  payingTenant,
} from './land-payers.repo.ts';

/** The chosen payer: one of the three. */
export type ChosenPayer = { [Name in 'tenant_id' | 'application_id' | 'plot_id']?: string | undefined };

/** Ground rent that is owed by tenancy, in pesewas; below zero what was paid ahead. */
export type RentOwed = (db: Db, tenancyIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;

type Payer = {
  tenant_id: string | null;
  application_id: string | null;
  plot: PaidPlot | null;
  name: string;
  details: string;
  number: string | null;
};

const detailsOf = (...facts: readonly (string | null)[]): string => facts.filter((fact) => fact !== null).join(', ');
const named = (plot: PaidPlot | null): string | null => plot && plotName(plot);

const plotOf = async (db: Db, id: string): Promise<PaidPlot> => existing(await paidPlot(db, id), 'plot');

const tenantPayer = async (db: Db, id: string): Promise<Payer> => {
  const tenant = existing(await payingTenant(db, id), 'tenant');
  const { tenant_code: details, contact_number: number } = tenant;
  return { tenant_id: id, application_id: null, plot: null, name: tenantName(tenant), details, number };
};

const applicationPayer = async (db: Db, id: string): Promise<Payer> => {
  const application = existing(await payingApplication(db, id), 'application');
  const plot = await plotOf(db, application.plot_id);
  if (application.tenant_id !== null) {
    const tenant = await tenantPayer(db, application.tenant_id);
    return { ...tenant, application_id: id, plot, details: detailsOf(tenant.details, application.number) };
  }
  const { applicant } = application;
  const name = applicant ? tenantName(applicant) : '';
  if (name === '') throw new Refusal('refused', 'This application names nobody yet. Fill in the applicant first.');
  const number = applicant?.contact_number || null;
  return { tenant_id: null, application_id: id, plot, name, details: application.number, number };
};

/** The chosen payer. Refused with 404 `not_found`, and with 422 `refused` if unnamed. */
export const readPayer = async (db: Db, { tenant_id, application_id, plot_id }: ChosenPayer): Promise<Payer> => {
  if (tenant_id !== undefined) return tenantPayer(db, tenant_id);
  if (application_id !== undefined) return applicationPayer(db, application_id);
  const plot = await plotOf(db, plot_id ?? '0');
  return { tenant_id: null, application_id: null, plot, name: plotName(plot), details: '', number: null };
};

const NOT_THEIRS = 'This tenancy is another tenant’s.';

/** The plot that a row is for: that of its tenancy, its application, its own, or the payer's. */
const placeOf = async (db: Db, payer: Payer, row: LandPaidRow) => {
  if (row.tenancy_id !== undefined) {
    const tenancy = existing(await paidTenancy(db, row.tenancy_id), 'tenancy');
    if (tenancy.tenant_id !== payer.tenant_id) throw refusalAt('refused', 'tenancy_id', NOT_THEIRS);
    return { plot: await plotOf(db, tenancy.plot_id), application_id: payer.application_id };
  }
  if (row.application_id !== undefined) {
    const application = existing(await payingApplication(db, row.application_id), 'application');
    if (application.tenant_id !== payer.tenant_id)
      throw refusalAt('refused', 'application_id', 'This application is somebody else’s.');
    return { plot: await plotOf(db, application.plot_id), application_id: row.application_id };
  }
  const plot = row.plot_id === undefined ? payer.plot : await plotOf(db, row.plot_id);
  return { plot, application_id: payer.application_id };
};

/**
 * The fee of a row, with its payer as receipts name them. Refused with 404 `not_found`, and with
 * 422 `refused` for ground rent without a tenancy, for another payment with one, for somebody
 * else's tenancy, and for money that would pass over the shares of stool land.
 */
export const feeOfRow = async (db: Db, payer: Payer, row: LandPaidRow, now: Date): Promise<LandFee> => {
  const type_code = row.payment_type.trim().toUpperCase();
  if (type_code === GROUND_RENT && row.tenancy_id === undefined)
    throw refusalAt('refused', 'tenancy_id', 'Please choose the tenancy whose ground rent is paid.');
  if (type_code !== GROUND_RENT && row.tenancy_id !== undefined)
    throw refusalAt('refused', 'tenancy_id', 'Only ground rent is paid for a tenancy. Choose the plot instead.');
  const { plot, application_id } = await placeOf(db, payer, row);
  const { amount, tenancy_id = null } = row;
  const dues = type_code === GROUND_RENT ? [] : await duesOfLand(db, { ...payer, application_id, plot }, now);
  const amount_due = dues.find((one) => one.type_code === type_code)?.due ?? null;
  if (type_code !== GROUND_RENT) await refuseUnshared(db, { plot, type_code, amount, due: amount_due }, now);
  return {
    ...{ tenant_id: payer.tenant_id, application_id, plot_id: plot?.id ?? null, zone_id: plot?.zone_id ?? null },
    ...{ tenancy_id, type_code, amount, amount_due },
    payer_name: payer.name,
    payer_details: detailsOf(payer.details || null, payer.name === named(plot) ? null : named(plot)),
    payer_number: payer.number,
  };
};

/** The payer, and the tenancies whose rent they may pay, with what is owed of each. */
export const showPayer = async (db: Db, choice: ChosenPayer, rentOwed: RentOwed): Promise<LandPayer> => {
  const payer = await readPayer(db, choice);
  const tenancies = payer.tenant_id === null ? [] : await payableTenancies(db, payer.tenant_id);
  const owed = await rentOwed(db, pluck(tenancies, 'tenancy_id'));
  return {
    ...{ name: payer.name, details: detailsOf(payer.details || null, named(payer.plot)), number: payer.number },
    ...{ zone_id: payer.plot?.zone_id ?? null, land_use: payer.plot?.land_use ?? null },
    tenancies: tenancies.map((row) => ({
      ...{ id: row.tenancy_id, plot_id: row.id, plot: shownPlotName(row), ground_rent: row.ground_rent },
      ...{ owed: fromPesewas(owed.get(row.tenancy_id) ?? 0n), held_until: row.held_until },
    })),
  };
};
