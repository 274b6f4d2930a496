import { type CashOfClerk, FIGURE_LINKS, formatCash } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '~/lib/counted.ts';
import { BarList } from './bar-list.tsx';
import { cashQuery, dashboardQuery, Panel } from './dashboard-queries.tsx';

const times = ({ count, returned_count }: CashOfClerk): number => count + returned_count;

/** A clerk's cash, which leads to the times that it was taken or went out. */
const barOf = (row: CashOfClerk, day: string) => ({
  key: row.id,
  label: row.clerk ?? 'The server',
  text: `${formatCash(row.net)} · ${counted(times(row), 'time')}`,
  size: Number(row.net),
  to: row.clerk === null ? undefined : FIGURE_LINKS.cashOf(row.clerk, day),
});

/** Today’s cash of each clerk, by the books; cheques are no cash. */
export function CashByClerk() {
  const day = useQuery(dashboardQuery).data?.today;
  const query = useQuery({ ...cashQuery(day ?? ''), enabled: day !== undefined });
  const bars = query.data
    ?.filter((row) => times(row) > 0)
    .map((row) => barOf(row, day ?? ''))
    .sort((one, other) => other.size - one.size);
  return (
    <Panel title="Cash by clerk, today" span={4} query={query}>
      {bars?.length === 0 && <p className="soft">No cash was taken today.</p>}
      <BarList bars={bars ?? []} below={day && <Link to={FIGURE_LINKS.cash(day)}>Cash and cheques of the day</Link>} />
    </Panel>
  );
}
