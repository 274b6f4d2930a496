import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  type ApplicationRecord,
  CAVEAT_KIND_LABELS,
  formatDay,
  isAtDesk,
  shownName,
  shownPlotName,
} from '@banbo/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import { samePersonWords } from '../application-table.tsx';
import { CheckMark, type CheckState } from './check-mark.tsx';
import styles from './checklist.module.css';

type Check = { key: string; state: CheckState; says: ReactNode };

/** Open claims against the plot, each by its name; while it is lodged, the head names them. */
const ofCaveats = ({ caveats, status }: ApplicationRecord): Check[] => {
  if (caveats.length === 0) return [{ key: 'caveat', state: 'good', says: 'No caveat and no case' }];
  if (status === 'lodged') return [];
  return caveats.map(({ id, kind, suit_number, about, placed_on }) => ({
    key: `caveat ${id}`,
    state: 'bad',
    says: (
      <>
        <strong>{`${CAVEAT_KIND_LABELS[kind]} ${suit_number}`.trim()}</strong> since {formatDay(placed_on)}: {about}
      </>
    ),
  }));
};

const ofOverlaps = ({ plot, duplicates: { overlaps } }: ApplicationRecord): Check[] => {
  if (!plot.has_boundary)
    return [{ key: 'overlap', state: 'open', says: 'No boundary yet, so overlaps are not known' }];
  if (overlaps.length === 0) return [{ key: 'overlap', state: 'good', says: 'No overlap with another plot' }];
  return overlaps.map((other) => ({
    key: `overlap ${other.plot_id}`,
    state: 'bad',
    says: (
      <>
        Overlaps <Link to={`/plots/${other.plot_id}`}>{shownPlotName(other)}</Link>
        {other.area_sqm !== null && ` by ${other.area_sqm} m²`}
        {other.is_held && ', which somebody holds'}
      </>
    ),
  }));
};

const ofHolder = ({ kind, status, ends, duplicates: { tenancy } }: ApplicationRecord): Check[] => {
  if (status === 'approved' || status === 'annulled') return [];
  if (kind === 'transfer') {
    return ends
      ? [
          {
            key: 'holder',
            state: 'good',
            says: (
              <>
                Ends the tenancy of {shownName(ends.tenant_name)}, <TenantCode code={ends.tenant_code} />
              </>
            ),
          },
        ]
      : [{ key: 'holder', state: 'bad', says: 'Nobody holds the plot, so there is no tenancy to transfer' }];
  }
  if (tenancy === null) return [{ key: 'holder', state: 'good', says: 'Nobody holds the plot' }];
  const state = kind === 'others' ? 'open' : 'bad';
  return [
    {
      key: 'holder',
      state,
      says: (
        <>
          Held by {shownName(tenancy.tenant_name)}, <TenantCode code={tenancy.tenant_code} />
        </>
      ),
    },
  ];
};

/** Once it is decided, another application for the plot is news, and nothing in the way. */
const ofOthers = ({ status, duplicates: { for_plot } }: ApplicationRecord): Check[] =>
  for_plot.length === 0
    ? [{ key: 'others', state: 'good', says: 'No other application for the plot' }]
    : for_plot.map((other) => ({
        key: `other ${other.id}`,
        state: isAtDesk(status) || status === 'lodged' ? 'bad' : 'open',
        says: (
          <>
            <Link to={`/applications/${other.id}`}>{other.number}</Link> is for the same plot:{' '}
            {APPLICATION_KIND_LABELS[other.kind].toLowerCase()}, {APPLICATION_STATUS_LABELS[other.status].toLowerCase()}
          </>
        ),
      }));

const ofPersons = ({ duplicates: { tenants, applications } }: ApplicationRecord): Check[] => [
  ...tenants.map(({ id, name, tenant_code, same }) => ({
    key: `tenant ${id}`,
    state: 'open' as const,
    says: (
      <>
        May be the tenant <Link to={`/tenants/${id}`}>{shownName(name)}</Link>, <TenantCode code={tenant_code} /> (
        {samePersonWords(same)})
      </>
    ),
  })),
  ...applications.map(({ id, number, applicant_name, same }) => ({
    key: `applicant ${id}`,
    state: 'open' as const,
    says: (
      <>
        {shownName(applicant_name)} has applied with <Link to={`/applications/${id}`}>{number}</Link>, too (
        {samePersonWords(same)})
      </>
    ),
  })),
];

/** Everything that a person looks at before they decide, each with what was found. */
export function ApplicationChecks({ application }: { application: ApplicationRecord }) {
  const checks = [
    ...ofCaveats(application),
    ...ofOverlaps(application),
    ...ofHolder(application),
    ...ofOthers(application),
    ...ofPersons(application),
  ];
  return (
    <section className="card" aria-label="Checks">
      <h2 className="large">Checks</h2>
      <ul className={styles.checklist}>
        {checks.map(({ key, state, says }) => (
          <li key={key}>
            <CheckMark state={state}>{says}</CheckMark>
          </li>
        ))}
      </ul>
    </section>
  );
}
