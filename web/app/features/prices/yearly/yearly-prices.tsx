import {
  type ApprovalRow,
  approvalList,
  deleteYearlyPrice,
  formatMoney,
  getYearlyPrice,
  MAX_PAGE_SIZE,
  planOf,
  pricedName,
  priceYears,
  today,
  yearlyPrices,
} from '@banbo/contract';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { DeleteAction, IN_ROW, RowActions, ViewButtons } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** A year's prices stand on one page. */
const USUAL_SIZE = 50;

type Shown = ShownColumn<ReturnType<typeof yearlyPrices>>;

/** Amounts that wait for approval, by price; known to those who may see approvals. */
const useWaitingAmounts = (): ReadonlyMap<string, ApprovalRow> => {
  const query = { kind: 'prices.change', status: 'asked', size: MAX_PAGE_SIZE } as const;
  const { data } = useQuery({
    ...read(approvalList.page, { query }),
    enabled: useAbility().can('approvals.read'),
    // Somebody else decides on them at any time.
    staleTime: 0,
  });
  return new Map(data?.map((approval) => [approval.subject_id, approval]));
};

const columnsWith = (waiting: ReadonlyMap<string, ApprovalRow>): readonly Shown[] => [
  { key: 'year' },
  { key: 'type_code', oneLine: true },
  {
    key: 'description',
    heading: true,
    grows: true,
    cell: ({ id, description }) => {
      const asked = waiting.get(id);
      if (!asked) return description;
      return (
        <>
          {description}{' '}
          <Link to={`/approvals/${asked.id}`} className="small">
            {asked.changes[0]?.after} waits for approval
          </Link>
        </>
      );
    },
  },
  { key: 'plan', oneLine: true },
  { key: 'amount' },
];

const actionsFor = (mayChange: boolean): Shown => ({
  header: 'ACTION',
  stays: true,
  cell: (price) => {
    const name = `${price.year} ${pricedName(price)}`;
    return (
      <RowActions
        name={name}
        view={`/view_payment_list/${price.id}`}
        edit={mayChange && `/edit_payment_list/${price.id}`}
      >
        {mayChange && (
          <DeleteAction
            of={name}
            title="Are you sure you want to delete the payment list?"
            remove={() => change(deleteYearlyPrice, { params: { id: price.id } })}
            button={IN_ROW}
          >
            <p>
              It is the price of {pricedName(price)} for {price.year}. Without a price nothing is due for it.
            </p>
          </DeleteAction>
        )}
      </RowActions>
    );
  },
});

/** Prices may be set many years ahead; hardly any are, and a search needs no empty years. */
const yearsToFind = (day: string): number[] => priceYears(day).filter((year) => year <= Number(day.slice(0, 4)) + 2);

/** The yearly prices, the newest year first; those who set prices change and delete them. */
export function PriceTable() {
  const mayChange = useAbility().can('prices.change');
  const waiting = useWaitingAmounts();
  const list = yearlyPrices(yearsToFind(today()));
  return (
    <ListScreen
      list={list}
      state={useListState(list, { usualSize: USUAL_SIZE })}
      caption="Yearly prices"
      columns={[...columnsWith(waiting), actionsFor(mayChange)]}
      loading="Loading Yearly Payments..."
      empty={<p>No prices for this year yet.</p>}
    />
  );
}

/** How pages load a price. */
export const priceLoading = (id: string) => ({
  of: 'Yearly Payment',
  query: read(getYearlyPrice, { params: { id } }),
  ways: [{ to: '/payment_list', label: 'See all yearly prices' }],
});

/** Says that another amount waits for approval, and leads there. */
export const PriceWaits = ({ approval_id, amount }: { approval_id: string; amount: string }) => (
  <Text className="note" my="sm">
    {formatMoney(amount)} waits for approval by another person. Until then the price stays as it is.{' '}
    <Link to={`/approvals/${approval_id}`}>See the approval</Link>
  </Text>
);

/** A yearly price, and whether it is in use. */
export function ViewPrice({ id }: { id: string }) {
  const { can } = useAbility();
  return (
    <RecordLoaded {...priceLoading(id)}>
      {(price) => (
        <Page>
          <Box maw="36rem">
            <FactList
              facts={[
                ['Year', price.year],
                ['Payment Code', price.type_code],
                ['Description', price.description],
                ['Plan', planOf(price.plan)?.name ?? null],
                ['Amount', formatMoney(price.amount)],
                ['In use', price.in_use ? 'Yes: it can be changed but not deleted' : 'No'],
              ]}
            />
            {price.waiting && <PriceWaits {...price.waiting} />}
            <ViewButtons edit={can('prices.change') && `/edit_payment_list/${id}`} list="/payment_list" />
          </Box>
        </Page>
      )}
    </RecordLoaded>
  );
}
