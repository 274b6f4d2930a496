import { extractText, getDocumentProxy } from 'unpdf';
import type { TestApp } from '../harness.ts';
import { buildLandTenant, buildPlot, buildTenancy, buildZone } from './land.ts';
import { buildApplicationFor } from './plots.ts';

/** People of a plot, none of whose names may reach a stranger. */
export const NAMES = ['KWABENA', 'OPOKUAA', 'ADJETEY', 'BOTCHWAY', 'TETTEH', 'LARTEY'] as const;
const [FIRST, LAST, GRANTOR, WITNESS] = NAMES;

/** A plot in a zone of its own, held under a tenancy that an approved application made. */
export const buildApprovedTenancy = async (it: TestApp) => {
  const zone = await buildZone(it);
  const plot = await buildPlot(it, { zone_id: zone.id, block: 'B', plan_area_sqm: '650.32' });
  const tenant = await buildLandTenant(it, { first_name: FIRST, last_name: LAST });
  const tenancy = await buildTenancy(it, {
    ...{ plot_id: plot.id, tenant_id: tenant.id, commencement: '2026-03-01', held_from: '2026-03-01' },
    ...{ review_years: 5, review_percent: '25.00', grantor: GRANTOR, grantor_capacity: 'Mankralo', witnesses: WITNESS },
  });
  const application = await buildApplicationFor(it, {
    ...{ plot_id: plot.id, tenant_id: tenant.id, status: 'approved', made_tenancy_id: tenancy.id },
    ...{ conditions: 'Build within two years.', commission_number: 'LC/77/26', commission_day: '2026-04-02' },
    decided_at: new Date('2026-04-05T09:00:00Z'),
  });
  return { zone, plot, tenant, tenancy, application };
};

/** The text of a PDF, with single spaces. */
export const textOfPdf = async (bytes: Buffer): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
};
