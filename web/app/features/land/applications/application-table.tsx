import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  type ApplicationKind,
  type ApplicationRow,
  type ApplicationStatus,
  applicationClock,
  applicationList,
  SAME_PERSON_LABELS,
  shownName,
  shownPlotName,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';

const TONES = {
  draft: 'plain',
  lodged: 'waiting',
  sent_back: 'waiting',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  annulled: 'bad',
} as const satisfies Record<ApplicationStatus, string>;

type BadgeProps = { status: ApplicationStatus; reason?: string | null };

export const ApplicationBadge = ({ status, reason = null }: BadgeProps) => (
  <StatusBadge tone={TONES[status]} reason={reason}>
    {APPLICATION_STATUS_LABELS[status]}
  </StatusBadge>
);

/** The days since it was lodged, `Day 8 of 30`, and a mark once it is late. */
export function ApplicationClock({ of }: { of: Pick<ApplicationRow, 'day' | 'days' | 'is_late'> }) {
  if (of.day === null) return '–';
  const words = `Day ${applicationClock(of)}`;
  return of.is_late ? <StatusBadge tone="bad">{`Late: ${words.toLowerCase()}`}</StatusBadge> : words;
}

/** The applicant's name, or that a draft names nobody yet. */
export const applicantName = ({ applicant_name }: Pick<ApplicationRow, 'applicant_name'>): string =>
  applicant_name === '' ? 'No applicant yet' : shownName(applicant_name);

/** A plot without its zone, which has a column of its own: `B 147`. */
const plotCell = ({ plot_id, block, plot_number }: ApplicationRow) => (
  <Link to={`/plots/${plot_id}`}>{[block, plot_number].filter(Boolean).join(' ')}</Link>
);

const applicantCell = (row: ApplicationRow): ReactNode =>
  row.tenant_id === null ? applicantName(row) : <Link to={`/tenants/${row.tenant_id}`}>{applicantName(row)}</Link>;

type Shown = ShownColumn<typeof applicationList>;

const NUMBER: Shown = {
  key: 'number',
  heading: true,
  oneLine: true,
  cell: ({ id, number }) => <Link to={`/applications/${id}`}>{number}</Link>,
};
const KIND: Shown = { key: 'kind', oneLine: true };
const PLOT: readonly Shown[] = [
  { key: 'plot', oneLine: true, cell: plotCell },
  { key: 'zone', oneLine: true, spare: true, cell: ({ zone }) => shownName(zone) },
];
const APPLICANT: Shown = { key: 'applicant_name', grows: true, cell: applicantCell };
const STATE: Shown = { key: 'status', oneLine: true, cell: ({ status }) => <ApplicationBadge status={status} /> };
const ENTERED: readonly Shown[] = [
  { key: 'entered_at', oneLine: true, spare: true },
  { key: 'entered_by', oneLine: true, spare: true },
];
const CLOCK: Shown = { key: 'clock', oneLine: true, cell: (row) => <ApplicationClock of={row} /> };
const DUE: Shown = { key: 'due_on', oneLine: true };
const CODE: Shown = { key: 'tenant_code', oneLine: true };

const DECIDED: Shown = { key: 'decided_at', oneLine: true };
/** The reason of a refusal is why somebody opens the list. */
const WITH_REASON: Shown = {
  key: 'status',
  grows: true,
  cell: ({ status, status_reason }) => <ApplicationBadge status={status} reason={status_reason} />,
};

const hidden = (columns: readonly Shown[]): Shown[] => columns.map((column) => ({ ...column, hiddenAtFirst: true }));

type Fixed = Partial<Record<'kind' | 'state', string>>;

type ScreenProps = {
  fixed: Fixed;
  /** A slug for the columns and views that are kept. */
  screen: string;
  caption: string;
  columns: readonly Shown[];
  empty: string;
  list?: typeof applicationList;
};

const { kind, state, late, age, mine, search } = applicationList.filters;

function Applications({ fixed, screen, caption, columns, empty, list = applicationList }: ScreenProps) {
  const address = useListState(list, { fixed });
  const filters = {
    search,
    ...(fixed.kind === undefined && { kind }),
    ...(fixed.state === undefined && { state }),
    ...((fixed.state === undefined || fixed.state === 'lodged') && { late, age }),
    mine,
  };
  return (
    <ListScreen
      list={list}
      state={address}
      screen={screen}
      caption={caption}
      columns={columns}
      filters={filters}
      isLive
      loading="Loading applications..."
      empty={<p>{address.isFiltered ? 'No application matches these filters.' : empty}</p>}
    />
  );
}

/** The kinds by the paths of their lists. */
export const KIND_OF_PATH: Readonly<Record<string, ApplicationKind>> = {
  new_purchase_tenants: 'new_purchase',
  regularization_tenants: 'regularization',
  transfer_tenants: 'transfer',
  others_tenants: 'others',
};

/** The address of the list of a kind's applications. */
export const listOfKind = (kind: ApplicationKind): string => `/${kind}_tenants`;

/** The applications of one kind, the newest first, for the desk. */
export function ApplicationsOfKind({ path }: { path: string }) {
  const { can } = useAbility();
  const ofPath = KIND_OF_PATH[path] ?? 'others';
  const add = (
    <Button component={Link} to={`/add_application/${ofPath}`}>
      New application
    </Button>
  );
  return (
    <Page actions={can('land.write') && add}>
      <Applications
        key={ofPath}
        fixed={{ kind: ofPath }}
        screen={`applications-${ofPath.replace('_', '-')}`}
        caption={`Applications: ${APPLICATION_KIND_LABELS[ofPath]}`}
        columns={[NUMBER, ...PLOT, APPLICANT, STATE, CLOCK, ...ENTERED, ...hidden([CODE, DUE, DECIDED])]}
        empty="There is no application of this kind yet."
      />
    </Page>
  );
}

/** Due ones first, so that those that are late head the list. */
const BY_DUE = { ...applicationList, sorts: ['due_on', '-due_on', '-entered_at', 'entered_at'] as const };

/** Lodged applications that wait for a decision, the late ones first. */
export const PendingApprovals = () => (
  <Applications
    list={BY_DUE as unknown as typeof applicationList}
    fixed={{ state: 'lodged' }}
    screen="applications-pending"
    caption="Applications that wait for a decision"
    columns={[NUMBER, KIND, ...PLOT, APPLICANT, CLOCK, DUE, ...ENTERED, ...hidden([CODE])]}
    empty="Nothing waits for a decision."
  />
);

export const ApprovedTenants = () => (
  <Applications
    fixed={{ state: 'approved' }}
    screen="applications-approved"
    caption="Approved applications"
    columns={[NUMBER, KIND, ...PLOT, APPLICANT, CODE, DECIDED, ...hidden(ENTERED)]}
    empty="No application is approved yet."
  />
);

export const RejectedTenants = () => (
  <Applications
    fixed={{ state: 'rejected' }}
    screen="applications-rejected"
    caption="Applications that were refused, and approvals that were annulled"
    columns={[NUMBER, KIND, ...PLOT, APPLICANT, WITH_REASON, DECIDED, ...hidden(ENTERED)]}
    empty="No application was refused, and no approval annulled."
  />
);

/** An application's plot in a line, with its zone. */
export const plotOf = ({ zone, block, plot_number }: Pick<ApplicationRow, 'zone' | 'block' | 'plot_number'>): string =>
  shownPlotName({ zone, block, plot_number });

/** Why two persons may be one: `same phone, same name`. */
export const samePersonWords = (same: readonly (keyof typeof SAME_PERSON_LABELS)[]): string =>
  same.map((one) => SAME_PERSON_LABELS[one].toLowerCase()).join(', ');
