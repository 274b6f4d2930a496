import {
  APPLICATION_KIND_LABELS,
  formatDay,
  formatInstant,
  formatMoney,
  LAND_USE_LABELS,
  OWNER_KIND_LABELS,
  PLOT_GRID_LABELS,
  type PlotRecord,
  POINT_ORDER_LABELS,
  shownName,
  TENANCY_HOW_LABELS,
  today,
} from '@banbo/contract';
import { Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import cards from '~/components/data-table/table-cards.module.css';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { TenantCode } from '../tenants/tenant-code.tsx';
import { termInWords } from '../tenants/term-in-words.ts';
import { areaText } from './plot-table.tsx';

type Props = { plot: PlotRecord };

const sizeOf = ({ acres, hectares, has_boundary, plan_acres, plan_area }: PlotRecord) => {
  if (acres === null) return '';
  const size = `${areaText(acres)} acre · ${areaText(hectares)} ha`;
  if (!has_boundary) return `${size} (as the plan says)`;
  if (plan_acres === null) return size;
  return (
    <>
      {size} <span className="soft">(plan says {plan_acres} acre)</span>{' '}
      {plan_area?.fits === false && <StatusBadge tone="bad">differs</StatusBadge>}
    </>
  );
};

const closureOf = ({ closure, survey }: PlotRecord) => {
  if (closure === null) return survey === null ? '' : 'The plan has nothing to close';
  return (
    <>
      {closure.ratio === null ? 'Exact' : `1 : ${closure.ratio.toLocaleString('en-GB')}`}{' '}
      <StatusBadge tone={closure.is_good ? 'good' : 'bad'}>{closure.is_good ? 'good' : 'poor'}</StatusBadge>
    </>
  );
};

/** The first point as the surveyor wrote it. */
const surveyOf = ({ survey }: PlotRecord): Fact[] => {
  if (survey === null) return [];
  const [point] = survey.points;
  const [east, north] = survey.order === 'east_north' ? [point?.first, point?.second] : [point?.second, point?.first];
  return [
    ['Surveyor', point ? `${point.name ? `${point.name}: ` : ''}E ${east}, N ${north}` : ''],
    ['Grid', `${PLOT_GRID_LABELS[survey.grid]}, ${POINT_ORDER_LABELS[survey.order].toLowerCase()}, kept as written`],
  ];
};

const factsOf = (plot: PlotRecord): Fact[] => [
  ['Area', sizeOf(plot)],
  ...surveyOf(plot),
  ...(plot.has_boundary ? [['Closure', closureOf(plot)] as const] : []),
  ['Use', LAND_USE_LABELS[plot.land_use]],
  ['Owner', `${OWNER_KIND_LABELS[plot.owner_kind]}: ${shownName(plot.owner_name)}`],
  ...(plot.note === '' ? [] : [['Note', plot.note] as const]),
  ['Added', [formatInstant(plot.added_at), plot.added_by].filter(Boolean).join(' by ')],
];

/** The land itself: size, survey, use and owner, with the surveyor's table as it was pasted. */
export const LandFacts = ({ plot }: Props) => (
  <section className="card" aria-label="About the land">
    <FactList facts={factsOf(plot)} />
    {plot.survey && (
      <details>
        <summary>The surveyor’s table</summary>
        <Text component="pre" fz="xs" style={{ overflowX: 'auto' }}>
          {plot.survey.text}
        </Text>
      </details>
    )}
  </section>
);

const yearsUntil = (day: string): string => {
  const years = Number(day.slice(0, 4)) - Number(today().slice(0, 4)) - (day.slice(5) < today().slice(5) ? 1 : 0);
  if (day <= today()) return 'it has ended';
  return years === 0 ? 'within a year' : `in ${years} ${years === 1 ? 'year' : 'years'}`;
};

/** The tenancy that runs now. */
export function TenancyOfPlot({ plot: { tenancy } }: Props) {
  return (
    <section className="card" aria-label="Tenancy">
      <h2 className="large">Tenancy</h2>
      {tenancy === null ? (
        <p className="soft">Nobody holds this plot by a tenancy of this office.</p>
      ) : (
        <FactList
          facts={[
            [
              'Tenant',
              <span key="tenant">
                <Link to={`/tenants/${tenancy.tenant_id}`}>{shownName(tenancy.tenant_name)}</Link>,{' '}
                <TenantCode code={tenancy.tenant_code} />
              </span>,
            ],
            ['Indenture', tenancy.indenture_number],
            ['Term', termInWords(tenancy)],
            ['Ends', `${formatDay(tenancy.ends_on)}, ${yearsUntil(tenancy.ends_on)}`],
            ['Ground rent', `${formatMoney(tenancy.ground_rent)} a year`],
          ]}
        />
      )}
    </section>
  );
}

/** Applications that are not decided. */
export const ApplicationsOfPlot = ({ plot: { applications } }: Props) =>
  applications.map(({ id, number, kind, status, lodged_at, due_on }) => (
    <section key={id} className="card" aria-label={`Application ${number}`}>
      <h2 className="large">
        {APPLICATION_KIND_LABELS[kind]} asked for, {formatDay(lodged_at.slice(0, 10))}
      </h2>
      <p>
        <Link to={`/applications/${id}`}>{number}</Link>:{' '}
        {status === 'sent_back' ? 'sent back for what is missing' : `to be decided by ${formatDay(due_on)}`}
        {status === 'lodged' && due_on < today() && ', which is over'}.
      </p>
    </section>
  ));

/** The tenants of the plot, the oldest first. */
export const HoldersOfPlot = ({ plot: { holders } }: Props) =>
  holders.length === 0 ? null : (
    <section className="card" aria-label="Who held it">
      <Table fz="sm" className={cards.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who held it</Table.Th>
            <Table.Th>How</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>Paper</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {holders.map(({ id, tenant_id, tenant_name, how, held_from, held_until, indenture_number }) => (
            <Table.Tr key={id} fw={held_until === null ? 700 : undefined}>
              <Table.Td data-heading>
                <Link to={`/tenants/${tenant_id}`}>{shownName(tenant_name)}</Link>
              </Table.Td>
              <Table.Td data-label="How">{TENANCY_HOW_LABELS[how]}</Table.Td>
              <Table.Td data-label="From">{formatDay(held_from)}</Table.Td>
              <Table.Td data-label="To">{held_until === null ? 'now' : formatDay(held_until)}</Table.Td>
              <Table.Td data-label="Paper">{indenture_number}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
