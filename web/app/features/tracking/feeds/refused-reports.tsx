import { formatInstant, REJECT_TEXTS, showFeeds } from '@banbo/contract';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import cards from '~/components/data-table/table-cards.module.css';
import { read } from '~/lib/api/query-client.ts';
import { count } from '~/lib/counted.ts';

/** Why reports were refused in seven days, each with what to do; nothing where none were. */
export function RefusedReports() {
  const { data: { rejected = [] } = {} } = useQuery(read(showFeeds, {}));
  if (rejected.length === 0) return null;
  return (
    <section className="card" aria-label="Reports refused in 7 days">
      <h2 className="large">Reports refused in 7 days</h2>
      <Table fz="sm" className={cards.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Why, and what to do</Table.Th>
            <Table.Th>Reports</Table.Th>
            <Table.Th>Last</Table.Th>
            <Table.Th>From</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rejected.map(({ cause, reports, last_at, last_name }) => (
            <Table.Tr key={cause}>
              <Table.Td data-heading miw="16rem">
                {REJECT_TEXTS[cause]}
              </Table.Td>
              <Table.Td data-label="Reports">{count(reports)}</Table.Td>
              <Table.Td data-label="Last" data-align="end">
                {formatInstant(last_at)}
              </Table.Td>
              <Table.Td data-label="From" miw="8rem" style={{ overflowWrap: 'anywhere' }}>
                {last_name || '–'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
