import { addDays, EMPTY_TERMS, NewApplication, type NewPlot, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { addPrices } from '#domains/prices';
import { buildCourtCase, buildCourtOrder, buildHearing, buildResolution } from '../../test/builders/court-cases.ts';
import { type AtWork, callerOf } from '../../test/builders/desk-work.ts';
import { buildZone } from '../../test/builders/land.ts';
import {
  buildDeskPapers,
  buildDeskPlot,
  buildDraft,
  buildLandDecision,
  buildLodging,
} from '../../test/builders/land-work.ts';
import { boundaryOf } from '../../test/builders/plots.ts';

/** Metres between the corners of neighbouring plots. */
const [WIDTH, HEIGHT] = [30, 20];
const COLUMNS = 4;

/** The plots of a layout, by their place in it; the last one has no boundary yet. */
const PLOTS = 10;

const plotAt = (n: number, zoneId: string): NewPlot => ({
  ...{ zone_id: zoneId, block: 'B', plot_number: String(141 + n) },
  land_use: n % COLUMNS === 3 ? 'commercial' : 'residential',
  ...{ owner_kind: 'stool', owner_name: 'Nungua Stool', plan_area: { value: '0.0600', unit: 'hectares' }, note: '' },
  boundary:
    n === PLOTS - 1
      ? null
      : (boundaryOf((n % COLUMNS) * WIDTH, Math.floor(n / COLUMNS) * HEIGHT, WIDTH, HEIGHT) as NewPlot['boundary']),
  accepts_overlap: false,
});

type Person = { last_name: string; first_name: string; contact_number: string };

const PEOPLE = {
  grace: { last_name: 'Odonkor', first_name: 'Grace', contact_number: '0244417001' },
  samuel: { last_name: 'Tagoe', first_name: 'Samuel', contact_number: '0244417002' },
  esther: { last_name: 'Nortey', first_name: 'Esther', contact_number: '0244417003' },
  daniel: { last_name: 'Laryea', first_name: 'Daniel', contact_number: '0244417004' },
  comfort: { last_name: 'Adjei', first_name: 'Comfort', contact_number: '0244417005' },
} as const satisfies Record<string, Person>;

const applicantOf = (person: Person) => ({
  ...{ kind: 'person' as const, gender: null, date_of_birth: null, nationality: 'GHANAIAN', foreign_share: null },
  ...{ identification_type: null, id_number: null, other_number: null, email: '', postal_address: '', gps_address: '' },
  ...{ next_of_kin: '', kin_mobile_number: null, kin_relationship: null, contact_person: '' },
  ...{ contact_person_number: null, reference_person: '', reference_mobile_number: null },
  ...person,
});

const termsOf = (day: string, n: number): NewApplication['terms'] => ({
  ...EMPTY_TERMS,
  ...{ indenture_number: `IN ${20 + n}/${day.slice(0, 4)}`, commencement: day, term_years: 50, ground_rent: '400.00' },
  ...{ review_years: 5, review_percent: '25.00', grantor: 'NII BORTEY', grantor_capacity: 'Head of the family' },
});

/** Prices of land in the demo's zones: what differs from those of every zone and use. */
const seedLandPrices = async (tx: Tx, year: number, [first, second]: readonly [string, string]): Promise<void> => {
  const rent = { type_code: 'CC2000', plan: null } as const;
  const sales = { type_code: 'CC1000', plan: null } as const;
  for (const [ago, rise] of [0, 50].entries()) {
    const priced = (amount: number) => ({ year: year - ago, amount: `${amount - rise}.00` });
    await addPrices(tx, [
      { ...rent, ...priced(450), zone_id: first, land_use: 'residential' },
      { ...rent, ...priced(1200), zone_id: first, land_use: 'commercial' },
      { ...rent, ...priced(400), zone_id: second, land_use: 'residential' },
      { ...rent, ...priced(950), zone_id: second, land_use: 'commercial' },
      { ...sales, ...priced(6500), zone_id: first },
      { ...sales, ...priced(9000), land_use: 'commercial' },
    ]);
  }
};

/** Moments of the past, in days before now. */
const AGO = { approved: 60, late: 45, pending: 8, back: 5, draft: 1 } as const;

type People = { desk: AtWork['by']; legal: AtWork['by']; now: Date };

/**
 * A pending case with an injunction on the plot that is being regularized, heard within a week, and
 * one about two other plots that was settled.
 */
const seedCases = async (tx: Tx, plots: readonly string[], { desk, legal, now }: People): Promise<void> => {
  const at = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const dayAt = (days: number): string => addDays(today(now), -days);
  const [third = '', eighth = '', ninth = ''] = [plots[3], plots[8], plots[9]];
  const pending = await buildCourtCase(
    tx,
    {
      ...{ court: 'high_court_land', suit_number: 'LD/0123/2026', title: 'Two families claim it', plot_ids: [third] },
      about: 'Both families say that their grandfather was given the land by the stool.',
      parties: [
        { role: 'plaintiff', name: 'Nii Adjei Sowah', counsel: 'E. K. Tetteh Esq.' },
        { role: 'defendant', name: 'Nungua Stool' },
        { role: 'joined', name: 'Comfort Adjei' },
      ],
    },
    { by: desk, now: at(20) },
  );
  await buildHearing(
    tx,
    { id: pending, day: dayAt(10), at_time: '09:00', purpose: 'Mention' },
    { by: desk, now: at(20) },
  );
  await buildCourtOrder(
    tx,
    { id: pending, day: dayAt(7), kind: 'injunction', plot_ids: [third], words: 'No dealing until the judgment.' },
    { by: legal, now: at(7) },
  );
  await buildHearing(
    tx,
    { id: pending, day: dayAt(-5), at_time: '09:00', purpose: 'Ruling' },
    { by: desk, now: at(1) },
  );
  const settled = await buildCourtCase(
    tx,
    {
      ...{
        court: 'circuit_court',
        suit_number: 'C1/44/2025',
        title: 'Where the fence stands',
        plot_ids: [eighth, ninth],
      },
      parties: [
        { role: 'plaintiff', name: 'Esther Nortey' },
        { role: 'defendant', name: 'Daniel Laryea' },
      ],
    },
    { by: desk, now: at(80) },
  );
  const words = 'The parties moved the fence and filed terms of settlement.';
  await buildResolution(tx, { id: settled, outcome: 'settled', day: dayAt(30), words }, { by: legal, now: at(29) });
};

/**
 * Seeds a layout of ten plots and applications in every state: tenancies that approvals made, one
 * that is late, one under an injunction, drafts, with papers of one, and two court cases.
 * Operations enters them, Legal
 * decides. Prices of land differ by zone and use.
 */
export const seedDemoLand = async (tx: Tx, now: Date): Promise<void> => {
  const desk = await callerOf(tx, 'operations', 'Operations');
  const legal = await callerOf(tx, 'legal', 'Legal');
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const zone = await buildZone({ db: tx }, 'NUNGUA ZONE 3');
  const other = await buildZone({ db: tx }, 'NUNGUA ZONE 4');
  await seedLandPrices(tx, Number(today(now).slice(0, 4)), [zone.id, other.id]);
  const plots: string[] = [];
  for (let n = 0; n < PLOTS; n += 1)
    plots.push(await buildDeskPlot(tx, plotAt(n, zone.id), { by: desk, now: daysAgo(90) }));
  const enter = (n: number, days: number, given: Partial<NewApplication>, hasPapers = true): Promise<string> => {
    const day = addDays(today(now), -days);
    const body = NewApplication.parse({
      ...{ kind: 'new_purchase', plot_id: plots[n], terms: termsOf(day, n), ...given },
    });
    return buildDraft(tx, { body, hasPapers }, { by: desk, now: daysAgo(days) });
  };
  const lodge = async (n: number, days: number, given: Partial<NewApplication>): Promise<string> => {
    const id = await enter(n, days, given);
    await buildLodging(tx, id, { by: desk, now: daysAgo(days) });
    return id;
  };
  const { grace, samuel, esther, daniel, comfort } = PEOPLE;

  for (const [n, person] of [grace, esther].entries()) {
    const id = await lodge(n, AGO.approved, { applicant: applicantOf(person) });
    const decision = { change: 'approve', conditions: 'A building permit within two years.' } as const;
    const certificate = { commission_number: `LC/GA/${100 + n}`, commission_day: addDays(today(now), -AGO.approved) };
    await buildLandDecision(tx, { id, ...decision, ...certificate }, { by: legal, now: daysAgo(AGO.approved - 10) });
    if (n === 0) {
      const papers = { applicationId: id, plotId: plots[n] ?? '' };
      await buildDeskPapers(tx, papers, { by: desk, now: daysAgo(AGO.pending) });
    }
  }
  await lodge(2, AGO.late, { applicant: applicantOf(daniel) });
  await lodge(0, AGO.pending, {
    ...{ kind: 'transfer', applicant: applicantOf(samuel), terms: { ...EMPTY_TERMS, indenture_number: 'IN 31/2026' } },
    consent: { by: 'Nii Bortey', capacity: 'Head of the family', day: addDays(today(now), -AGO.pending) },
  });
  const inspection = {
    ...{ day: addDays(today(now), -AGO.pending), by: 'Nii Laryea', penalty: '200.00' },
    ...{ findings: 'A house of two rooms and a fence of blocks.', evidence: 'Receipts of the stool of 2009.' },
  };
  await lodge(3, AGO.pending, { kind: 'regularization', applicant: applicantOf(comfort), inspection });
  await seedCases(tx, plots, { desk, legal, now });
  const back = await lodge(4, AGO.back, { applicant: applicantOf({ ...daniel, first_name: 'Emmanuel' }) });
  const reason = 'The site plan is not signed by a licensed surveyor.';
  await buildLandDecision(tx, { id: back, change: 'send_back', reason }, { by: legal, now: daysAgo(AGO.back - 2) });
  const refused = await lodge(5, AGO.pending, { applicant: applicantOf({ ...samuel, first_name: 'Peter' }) });
  await buildLandDecision(
    tx,
    { id: refused, change: 'refuse', reason: 'The land is kept for a school.' },
    { by: legal, now: daysAgo(AGO.back) },
  );
  await enter(6, AGO.draft, { applicant: applicantOf({ ...esther, first_name: 'Naa' }), terms: EMPTY_TERMS }, false);
  await enter(7, AGO.draft, { kind: 'others', about: 'Inheritance after the death of the tenant.' }, false);
};
