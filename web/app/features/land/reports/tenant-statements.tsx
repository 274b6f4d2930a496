import {
  formatMoney,
  formatNet,
  groupThousands,
  STATEMENT_PDFS,
  shownName,
  showTenantStatement,
  type TenantStatementHead,
  tenantStatement,
  tenantSummary,
  tenantSumsList,
} from '@banbo/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress, useListState } from '~/components/data-table/list-state.ts';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { TenantChoice } from '../applications/form/tenant-choice.tsx';
import { useZoneFilter } from '../plots/plot-table.tsx';

/** The tenant whom the address names, and how another one is chosen. */
const useChosenTenant = () => {
  const [query, setQuery] = useSearchParams();
  const tenant = /^[1-9]\d{0,17}$/.test(query.get('tenant') ?? '') ? (query.get('tenant') ?? '') : '';
  const choose = (id: string) => setQuery(changeAddress(query, { tenant: id, page: null, search: null }));
  return { tenant, choose };
};

const net = (amount: string | null) => (amount === null ? '–' : formatNet(amount));

/** The figures of a head; one below zero was paid ahead. */
const FIGURES: readonly (readonly [name: keyof TenantStatementHead, label: string, ahead?: string])[] = [
  ['opening', 'Owed before', 'Paid ahead before'],
  ['charged', 'Charged'],
  ['rent_paid', 'Rent paid'],
  ['closing', 'Owed at the end', 'Paid ahead at the end'],
  ['other_paid', 'Paid for other codes'],
];

/** The balances before and after the days, and their sums. */
function Balances({ tenant, from, to }: { tenant: string; from: string; to: string }) {
  const query = { ...(from && { from }), ...(to && { to }) };
  return (
    <RecordLoaded
      of="statement"
      query={{ ...read(showTenantStatement, { params: { id: tenant }, query }), staleTime: 0 }}
    >
      {(head) => (
        <>
          <Group gap="lg" component="dl" m={0} mb="sm" aria-label={`Balances of ${shownName(head.fullname)}`}>
            {FIGURES.map(([name, label, ahead]) => (
              <div key={name}>
                <Text component="dt" c="dimmed" fz="sm">
                  {(head[name].startsWith('-') && ahead) || label}
                </Text>
                <Text component="dd" m={0} fw={700}>
                  {formatMoney(head[name].replace('-', ''))}
                </Text>
              </div>
            ))}
          </Group>
          {head.waiting !== '0.00' && (
            <Text c="dimmed" fz="sm" mb="sm">
              {formatMoney(head.waiting)} more waits to be cleared, and is no part of it.
            </Text>
          )}
        </>
      )}
    </RecordLoaded>
  );
}

const LINES: readonly ShownColumn<typeof tenantStatement>[] = [
  { key: 'day', oneLine: true },
  { key: 'description', heading: true, grows: true },
  { key: 'plot', spare: true, grows: true },
  { key: 'reference', oneLine: true },
  { key: 'charged' },
  { key: 'paid' },
  { key: 'balance', cell: ({ balance }) => net(balance) },
];

function Detailed({ tenant }: { tenant: string }) {
  const state = useListState(tenantStatement, { fixed: { tenant } });
  return (
    <>
      <Balances tenant={tenant} from={state.filters.from} to={state.filters.to} />
      <ListScreen
        list={tenantStatement}
        state={state}
        caption="Detailed statement"
        columns={LINES}
        pdf={STATEMENT_PDFS.detailed}
        loading="Loading the statement..."
        empty={
          <p>{state.isFiltered ? 'Nothing was charged or paid on these days.' : 'Nothing was charged or paid yet.'}</p>
        }
      />
    </>
  );
}

const SUMMARY: readonly ShownColumn<typeof tenantSummary>[] = [
  {
    key: 'plot',
    heading: true,
    grows: true,
    cell: ({ plot_id, plot }) =>
      plot_id === null ? 'No plot' : <AllowedLink to={`/plots/${plot_id}`}>{plot}</AllowedLink>,
  },
  { key: 'indenture_number', oneLine: true, spare: true },
  { key: 'payment_type', oneLine: true },
  { key: 'description', grows: true },
  { key: 'charged' },
  { key: 'payments' },
  { key: 'paid' },
  { key: 'balance', cell: ({ balance }) => net(balance) },
];

function Summary({ tenant }: { tenant: string }) {
  const state = useListState(tenantSummary, { fixed: { tenant } });
  return (
    <>
      <Balances tenant={tenant} from={state.filters.from} to={state.filters.to} />
      <ListScreen
        list={tenantSummary}
        state={state}
        caption="Summary statement"
        columns={SUMMARY}
        pdf={STATEMENT_PDFS.summary}
        loading="Loading the statement..."
        empty={
          <p>{state.isFiltered ? 'Nothing was charged or paid on these days.' : 'Nothing was charged or paid yet.'}</p>
        }
      />
    </>
  );
}

/** The sums of all tenants, each with the way to their own. */
function AllTenants() {
  const state = useListState(tenantSumsList);
  const zone = useZoneFilter();
  const { zone: _, ...others } = tenantSumsList.filters;
  const columns: readonly ShownColumn<typeof tenantSumsList>[] = [
    { key: 'tenant_code', oneLine: true },
    {
      key: 'fullname',
      heading: true,
      grows: true,
      cell: ({ id, fullname }) => <Link to={`/tenant_summary_statement?tenant=${id}`}>{shownName(fullname)}</Link>,
    },
    { key: 'plots', spare: true },
    { key: 'zones', grows: true, spare: true, cell: ({ zones }) => shownName(zones) || '–' },
    { key: 'ground_rent', spare: true },
    { key: 'charged' },
    { key: 'rent_paid' },
    { key: 'other_paid', cell: ({ other_paid }) => groupThousands(other_paid) },
    { key: 'balance', cell: ({ balance }) => net(balance) },
  ];
  return (
    <ListScreen
      list={tenantSumsList}
      state={state}
      caption="Tenants"
      columns={columns}
      filters={{ zone, ...others }}
      pdf={STATEMENT_PDFS.all}
      loading="Loading tenants..."
      empty={<p>{state.isFiltered ? 'No tenants match these filters.' : 'There are no tenants yet.'}</p>}
    />
  );
}

/** The statement of a tenant: each charge and payment, with the balance of ground rent. */
export function DetailedStatement() {
  const { tenant, choose } = useChosenTenant();
  return (
    <Page
      actions={
        tenant !== '' && (
          <Button variant="default" component={Link} to={`/tenant_summary_statement?tenant=${tenant}`}>
            Summary
          </Button>
        )
      }
    >
      <Box mb="md">
        <TenantChoice tenantId={tenant} error={undefined} onChoose={choose} />
      </Box>
      {tenant !== '' && <Detailed key={tenant} tenant={tenant} />}
    </Page>
  );
}

/** The sums of one tenant by plot and code, or those of all tenants. */
export function SummaryStatement() {
  const { tenant, choose } = useChosenTenant();
  return (
    <Page
      actions={
        tenant !== '' && (
          <>
            <Button variant="default" onClick={() => choose('')}>
              All tenants
            </Button>
            <Button variant="default" component={Link} to={`/tenant_detailed_statement?tenant=${tenant}`}>
              Detailed
            </Button>
          </>
        )
      }
    >
      {tenant === '' ? (
        <AllTenants />
      ) : (
        <>
          <Box mb="md">
            <TenantChoice tenantId={tenant} error={undefined} onChoose={choose} />
          </Box>
          <Summary key={tenant} tenant={tenant} />
        </>
      )}
    </Page>
  );
}
