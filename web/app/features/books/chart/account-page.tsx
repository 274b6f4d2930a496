import {
  type AccountPosting,
  accountStatement,
  formatDay,
  formatNet,
  groupThousands,
  listBookAccounts,
  type StatementHead,
  showStatementHead,
} from '@banbo/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { RecordPage } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { AccountActions } from './account-forms.tsx';

const described = ({ description, source, late_for, reverses }: AccountPosting) => (
  <>
    {source === null ? description : <Link to={source}>{description}</Link>}
    {late_for !== null && <Text c="dimmed" span>{` · for ${formatDay(late_for)}, whose month was closed`}</Text>}
    {reverses !== null && <Text c="dimmed" span>{` · takes back entry ${reverses}`}</Text>}
  </>
);

const COLUMNS: readonly ShownColumn<typeof accountStatement>[] = [
  { key: 'day', oneLine: true },
  { key: 'entry', oneLine: true, spare: true },
  { key: 'kind', oneLine: true, spare: true },
  { key: 'description', heading: true, grows: true, cell: described },
  { key: 'debit', cell: ({ debit }) => (debit === null ? '–' : groupThousands(debit)) },
  { key: 'credit', cell: ({ credit }) => (credit === null ? '–' : groupThousands(credit)) },
  { key: 'balance', cell: ({ balance }) => formatNet(balance) },
];

/** The balances before and after the days of the statement. */
function Balances({
  head: { opening, closing, moved, closed },
  from,
  to,
}: {
  head: StatementHead;
  from: string;
  to: string;
}) {
  return (
    <Group gap="lg" component="dl" m={0}>
      {from !== '' && (
        <div>
          <Text component="dt" c="dimmed" fz="sm">{`Before ${formatDay(from)}`}</Text>
          <Text component="dd" m={0} fw={700}>
            {formatNet(opening)}
          </Text>
        </div>
      )}
      <div>
        <Text component="dt" c="dimmed" fz="sm">
          {to === '' ? 'Today' : `At the end of ${formatDay(to)}`}
        </Text>
        <Text component="dd" m={0} fw={700}>
          {formatNet(closing)}
        </Text>
      </div>
      {/* Statements of income leave the closing of a year out. */}
      {closed !== '0.00' && (
        <div>
          <Text component="dt" c="dimmed" fz="sm">
            Without the closing of the year
          </Text>
          <Text component="dd" m={0} fw={700}>
            {formatNet(moved)}
          </Text>
        </div>
      )}
    </Group>
  );
}

/** An account with its statement: each posting, the balance after it, and its source. */
export function AccountPage({ id: code }: { id: string }) {
  const { can } = useAbility();
  const state = useListState(accountStatement, { fixed: { account: code } });
  const { from, to } = state.filters;
  const { data: accounts = [] } = useQuery(read(listBookAccounts, { query: {} }));
  const query = { ...(from && { from }), ...(to && { to }) };
  return (
    <RecordPage
      of="account"
      query={read(showStatementHead, { params: { code }, query })}
      all={{ to: '/ledger_accounts', label: 'All accounts' }}
      title={({ account }) => `${account.code} ${account.name}`}
      actions={
        can('books.chart') &&
        accounts
          .filter((account) => account.code === code)
          .map((account) => <AccountActions key={code} account={account} accounts={accounts} />)
      }
    >
      {(head) => (
        <ListScreen
          list={accountStatement}
          state={state}
          caption={`Statement of ${head.account.name}`}
          columns={COLUMNS}
          loading="Loading postings..."
          empty={<p>{state.isFiltered ? 'Nothing was posted on these days.' : 'Nothing was posted to it yet.'}</p>}
          aside={<Balances head={head} from={from} to={to} />}
          below={head.account.uses.map((use) => (
            <Text key={use} c="dimmed" fz="sm">
              The product posts to it: {use}.
            </Text>
          ))}
        />
      )}
    </RecordPage>
  );
}
