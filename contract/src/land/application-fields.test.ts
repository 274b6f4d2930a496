import { expect, test } from 'vitest';
import { type ApplicantDraft, type DraftedApplication, EMPTY_TERMS, lodgingGaps } from './application-fields.ts';

const APPLICANT: ApplicantDraft = {
  ...{ kind: 'person', last_name: 'TAGOE', first_name: 'SAMUEL', gender: null, date_of_birth: null },
  ...{ nationality: 'GHANAIAN', foreign_share: null, identification_type: null, id_number: null },
  ...{ contact_number: '+233244556677', other_number: null, email: '', postal_address: '', gps_address: '' },
  ...{ next_of_kin: '', kin_mobile_number: null, kin_relationship: null, contact_person: '' },
  ...{ contact_person_number: null, reference_person: '', reference_mobile_number: null },
};
const TERMS = {
  ...EMPTY_TERMS,
  ...{ indenture_number: 'IN 9/2026', commencement: '2026-11-01', term_years: 50, ground_rent: '400.00' },
};
const INSPECTION = { day: '2026-11-02', by: 'Yaw', findings: 'A house.', evidence: 'Since 2009.', penalty: '0.00' };
const CONSENT = { by: 'Nii Odai', capacity: 'Head of the family', day: '2026-11-03' };

const drafted = (given: Partial<DraftedApplication> = {}): DraftedApplication => ({
  ...{ kind: 'new_purchase', tenant_id: null, applicant: APPLICANT, terms: TERMS },
  ...{ inspection: null, consent: null, about: '' },
  ...given,
});
const gapsAt = (given: Partial<DraftedApplication>): string[] => lodgingGaps(drafted(given)).map(({ path }) => path);

test('a whole draft of each kind lacks nothing', () => {
  expect(gapsAt({})).toEqual([]);
  expect(gapsAt({ tenant_id: '7', applicant: null })).toEqual([]);
  expect(gapsAt({ kind: 'regularization', inspection: INSPECTION })).toEqual([]);
  const terms = { ...EMPTY_TERMS, indenture_number: 'IN 9/2026' };
  expect(gapsAt({ kind: 'transfer', terms, consent: CONSENT })).toEqual([]);
  expect(gapsAt({ kind: 'others', about: 'Inherited.' })).toEqual([]);
});

test.each<[Partial<DraftedApplication>, string[]]>([
  [{ applicant: null }, ['applicant']],
  [{ tenant_id: '7' }, ['applicant']],
  [
    { terms: EMPTY_TERMS },
    ['indenture_number', 'commencement', 'term_years', 'ground_rent'].map((name) => `terms.${name}`),
  ],
  [{ terms: { ...TERMS, review_percent: '25.00' } }, ['terms.review_years']],
  [{ kind: 'transfer', consent: CONSENT }, ['terms.commencement', 'terms.term_years']],
  [{ kind: 'regularization' }, ['day', 'by', 'findings', 'evidence', 'penalty'].map((name) => `inspection.${name}`)],
  [{ kind: 'regularization', inspection: { ...INSPECTION, penalty: null } }, ['inspection.penalty']],
  [{ kind: 'others' }, ['about']],
  [{ consent: { ...CONSENT, day: null } }, ['consent.day']],
])('what a draft lacks is named by its path: %#', (given, paths) => {
  expect(gapsAt(given)).toEqual(paths);
});

test('a new applicant must be as a tenant is', () => {
  const nameless = { ...APPLICANT, first_name: '', last_name: '', nationality: null, contact_number: null };
  expect(gapsAt({ applicant: nameless })).toEqual([
    'applicant.nationality',
    'applicant.contact_number',
    'applicant.first_name',
  ]);
  const company = { ...APPLICANT, kind: 'organisation' as const, first_name: '' };
  expect(gapsAt({ applicant: company })).toEqual(['applicant.foreign_share']);
  expect(gapsAt({ applicant: { ...company, last_name: '', foreign_share: 0 } })).toEqual(['applicant.last_name']);
  for (const one of [{ first_name: '' }, { last_name: '' }])
    expect(gapsAt({ applicant: { ...APPLICANT, ...one } })).toEqual([]);
  expect(lodgingGaps(drafted({ applicant: { ...APPLICANT, first_name: '-', last_name: '' } }))).toEqual([
    { path: 'applicant.first_name', message: 'Please enter the name. One of the two is enough.' },
  ]);
});
