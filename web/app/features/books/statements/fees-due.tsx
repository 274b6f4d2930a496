import {
  type FeesDue,
  formatMonth,
  fromPesewas,
  groupThousands,
  listFeesDue,
  REVENUE_LINKS,
  toPesewas,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PeriodFields, useBookPeriod } from '~/components/period/period-fields.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { ScrolledTable } from './scrolled-table.tsx';
import styles from './statements.module.css';

const sumOf = (fees: readonly FeesDue[]): string =>
  groupThousands(fromPesewas(fees.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

function MonthRows({ month, fees }: { month: string; fees: readonly FeesDue[] }) {
  return (
    <>
      <tr data-kind="section">
        <th scope="rowgroup" colSpan={2}>
          {formatMonth(month)}
        </th>
        <td className={styles.amount}>{sumOf(fees)}</td>
      </tr>
      {fees.map(({ type_code, description, drivers, price, amount }) => (
        <tr key={`${type_code} ${price}`} data-kind="account">
          <th scope="row">{description}</th>
          <td className={styles.amount}>{`${drivers} × ${groupThousands(price)}`}</td>
          <td className={styles.amount}>{groupThousands(amount)}</td>
        </tr>
      ))}
    </>
  );
}

function DueTable({ fees }: { fees: readonly FeesDue[] }) {
  return (
    <ScrolledTable label="Fees that were due">
      <table className={styles.statement}>
        <thead>
          <tr>
            <th scope="col">Fee</th>
            <th scope="col" className={styles.amount}>
              Drivers × price
            </th>
            <th scope="col" className={styles.amount}>
              Was due
            </th>
          </tr>
        </thead>
        {[...new Set(fees.map(({ month }) => month))].map((month) => (
          <tbody key={month}>
            <MonthRows month={month} fees={fees.filter((fee) => fee.month === month)} />
          </tbody>
        ))}
        <tfoot>
          <tr data-kind="result">
            <th scope="row" colSpan={2}>
              In all
            </th>
            <td className={styles.amount}>{sumOf(fees)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrolledTable>
  );
}

/** The fees that were due on days, equal ones in a row: what revenue is compared with. */
export function FeesDuePage() {
  const [address] = useSearchParams();
  const period = useBookPeriod();
  const { from, to } = period;
  const type = address.get('type');
  const query = { from, to, ...(type && { type }) };
  const { data, instead } = useRecord('fees', read(listFeesDue, { query }));
  return (
    <Page
      actions={
        <Button component={Link} to={REVENUE_LINKS.days({ from, to })} variant="default">
          Revenue
        </Button>
      }
      about="Fees of current drivers, paid or not, at the price of their plan and year. A monthly fee counts on the first of its month, one that is paid once in the month of the registration."
    >
      <div className={styles.above}>
        <PeriodFields {...period} />
      </div>
      {data && data.length > 0 && <DueTable fees={data} />}
      {data && data.length === 0 && <p>No fee was due on these days.</p>}
      {instead}
    </Page>
  );
}
