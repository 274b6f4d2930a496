import {
  formatDay,
  groupThousands,
  shownName,
  TENANCY_HOW_LABELS,
  type TenancyRow,
  type TenantRecord,
  today,
} from '@banbo/contract';
import { Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import cards from '~/components/data-table/table-cards.module.css';
import { IN_ROW } from '~/components/record/record-actions.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { IssuePaper } from '../papers/issue-paper.tsx';
import { termInWords } from './term-in-words.ts';

const isCurrent = ({ held_until, ends_on }: TenancyRow): boolean => held_until === null && ends_on > today();

/** The plots that a tenant holds and held, with the rent that is owed for each. */
export function HeldTenancies({ tenancies }: Pick<TenantRecord, 'tenancies'>) {
  const { can } = useAbility();
  const mayIssue = can('land.write');
  if (tenancies.length === 0) return <p>This tenant holds no plot and held none.</p>;
  return (
    <Table aria-label="Tenancies" fz="sm" className={cards.table}>
      <Table.Thead>
        <Table.Tr>
          {['Plot', 'Indenture', 'Term', 'Held', 'Rent a Year', 'Rent Owed'].map((name) => (
            <Table.Th key={name} data-align={name.startsWith('Rent') ? 'end' : undefined}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tenancies.map((one) => (
          <Table.Tr key={one.id} fw={one.held_until === null ? 600 : 400}>
            <Table.Td data-heading>
              <div>
                <Link to={`/plots/${one.plot_id}`}>
                  {[one.block, one.plot_number].filter(Boolean).join(' ')}, {shownName(one.zone)}
                </Link>
                <Text size="xs">{TENANCY_HOW_LABELS[one.how]}</Text>
              </div>
            </Table.Td>
            <Table.Td data-label="Indenture">
              <div>
                {one.indenture_number}
                {mayIssue && isCurrent(one) && (
                  <IssuePaper
                    paper={{ kind: 'tenancy_certificate', subject_id: one.id }}
                    label="Issue certificate"
                    of={one.indenture_number}
                    button={{ ...IN_ROW, mt: 4 }}
                  />
                )}
              </div>
            </Table.Td>
            <Table.Td data-label="Term">{termInWords(one)}</Table.Td>
            <Table.Td data-label="Held">
              {formatDay(one.held_from)} to {one.held_until === null ? 'now' : formatDay(one.held_until)}
            </Table.Td>
            <Table.Td data-label="Rent a Year" data-align="end">
              {groupThousands(one.ground_rent)}
            </Table.Td>
            <Table.Td data-label="Rent Owed" data-align="end">
              <Link to={`/rent_account/${one.id}`}>
                {groupThousands(one.rent_owed)}
                <span className="visually-hidden">, rent account of {one.indenture_number}</span>
              </Link>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
