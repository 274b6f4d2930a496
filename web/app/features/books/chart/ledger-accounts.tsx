import {
  ACCOUNT_KIND_LABELS,
  ACCOUNT_KINDS,
  type BookAccount,
  type BookAccountKind,
  formatNet,
  fromPesewas,
  listBookAccounts,
  today,
  toPesewas,
} from '@banbo/contract';
import { Checkbox, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { DateField } from '~/components/form/date-field.tsx';
import { Page } from '~/components/page/page.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { AddAccount } from './account-forms.tsx';
import styles from './ledger-accounts.module.css';

type Branch = { account: BookAccount; depth: number };

/** The accounts under a heading (or of none), each followed by those under it. */
const branchesOf = (accounts: readonly BookAccount[], parent: string | null, depth: number): Branch[] =>
  accounts
    .filter((account) => account.parent === parent)
    .flatMap((account) => [{ account, depth }, ...branchesOf(accounts, account.code, depth + 1)]);

/** True of accounts of land alone: rent due, the stool's shares, income and what corrects it. */
const isOfLand = ({ code, parent }: BookAccount): boolean =>
  /^(1300|230[1-4]|4950|41\d\d)$/.test(code) || parent === '4100';

/** The accounts of land; one whose heading is none of them stands by itself. */
const landAccounts = (accounts: readonly BookAccount[]): BookAccount[] => {
  const own = accounts.filter(isOfLand);
  const codes = new Set(own.map(({ code }) => code));
  return own.map((account) => ({ ...account, parent: codes.has(account.parent ?? '') ? account.parent : null }));
};

/** The sum of a kind's accounts; headings have the sums of theirs already. */
const sumOf = (accounts: readonly BookAccount[]): string =>
  fromPesewas(
    accounts.filter(({ parent }) => parent === null).reduce((sum, { balance }) => sum + toPesewas(balance), 0n),
  );

function AccountRow({ account: { code, name, is_heading, closed_at, balance }, depth, day }: Branch & { day: string }) {
  return (
    <tr className={is_heading ? styles.heading : undefined}>
      <td>{code}</td>
      <th scope="row" style={{ '--depth': String(depth) }}>
        {is_heading ? name : <Link to={`/ledger_accounts/${code}?to=${day}`}>{name}</Link>}
        {closed_at !== null && <span className={styles.closed}> closed</span>}
      </th>
      <td className={styles.amount}>{formatNet(balance)}</td>
    </tr>
  );
}

type KindProps = { kind: BookAccountKind; accounts: readonly BookAccount[]; day: string; isPart: boolean };

function KindTable({ kind, accounts, day, isPart }: KindProps) {
  const own = accounts.filter((account) => account.kind === kind);
  if (own.length === 0) return null;
  return (
    <table className={styles.chart}>
      <caption>{ACCOUNT_KIND_LABELS[kind]}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Account</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {branchesOf(own, null, 0).map((branch) => (
          <AccountRow key={branch.account.code} {...branch} day={day} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row">{`${ACCOUNT_KIND_LABELS[kind]}${isPart ? ' of land' : ''}, in all`}</th>
          <td className={styles.amount}>{formatNet(sumOf(own))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The chart of accounts as a tree, with balances at the end of a day. */
export function LedgerAccounts() {
  const { can } = useAbility();
  const [query, setQuery] = useSearchParams();
  const [showsClosed, setShowsClosed] = useState(false);
  const now = today();
  const day = query.get('on') ?? now;
  const { data: accounts, instead } = useRecord('accounts', read(listBookAccounts, { query: { on: day } }));
  const choose = (on: string) => setQuery(changeAddress(query, { on: on === now ? '' : on }));
  const isLandAlone = can('land.money') && !can('payments.read') && !can('books.read');
  const side = query.get('side') ?? (isLandAlone ? 'land' : 'all');
  const shown = accounts && (side === 'land' ? landAccounts(accounts) : accounts);
  const open = shown?.filter(({ closed_at }) => closed_at === null) ?? [];
  return (
    <Page actions={accounts && can('books.chart') && <AddAccount accounts={accounts} />}>
      <Group gap="md" align="flex-end" mb="md">
        <DateField
          label="Balances at the end of"
          value={day}
          onChange={({ currentTarget }) => currentTarget.value && choose(currentTarget.value)}
        />
        {can('land.money') && (
          <SegmentedControl
            aria-label="Accounts"
            data={[
              { value: 'all', label: 'All' },
              { value: 'land', label: 'Land' },
            ]}
            value={side}
            onChange={(next) =>
              setQuery(changeAddress(query, { side: next === (isLandAlone ? 'land' : 'all') ? '' : next }))
            }
          />
        )}
        {shown && shown.length > open.length && (
          <Checkbox
            label="Closed accounts too"
            checked={showsClosed}
            onChange={({ currentTarget }) => setShowsClosed(currentTarget.checked)}
          />
        )}
      </Group>
      {instead}
      {shown && (
        <div className={styles.kinds}>
          {ACCOUNT_KINDS.map((kind) => (
            <KindTable
              key={kind}
              kind={kind}
              accounts={showsClosed ? shown : open}
              day={day}
              isPart={side === 'land'}
            />
          ))}
        </div>
      )}
    </Page>
  );
}
