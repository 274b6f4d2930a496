import { formatDay, formatMoney, type HeldDebts, listHeldDebts, releaseDebts } from '@banbo/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';

function HeldList({
  list: { id, file_name, uploaded_by, uploaded_at, drivers, amount, credited, credit, approval_id },
}: {
  list: HeldDebts;
}) {
  const { can } = useAbility();
  const owing = `${counted(drivers, 'driver owes', 'drivers owe')} ${formatMoney(amount)}`;
  const having = `${counted(credited, 'driver has', 'drivers have')} ${formatMoney(credit)} of credit`;
  const held = [...(drivers > 0 ? [owing] : []), ...(credited > 0 ? [having] : [])].join(', ');
  return (
    <Group gap="sm" mt="xs">
      <span>
        {can('drivers.import') ? <Link to={`/driver_import/${id}`}>{file_name}</Link> : file_name}, sent{' '}
        {formatDay(uploaded_at.slice(0, 10))} by {uploaded_by}: {held}
      </span>
      {approval_id !== null && <Link to={`/approvals/${approval_id}`}>Waits for approval by another person</Link>}
      {approval_id === null && can('payments.clear') && (
        <ChangeButton
          label="Release"
          title={`Release ${file_name}?`}
          send={() => change(releaseDebts, { params: { id } })}
        >
          {held}. Once another person has approved it, reminders can be sent to those who owe, and credit pays what is
          due. Look at some of them first: it may be a mistake in the list.
        </ChangeButton>
      )}
    </Group>
  );
}

/** Imported lists that nobody has released: nobody is reminded, and no credit pays. */
export function HeldDebtsNote() {
  const { data } = useQuery(read(listHeldDebts, {}));
  const lists = data?.lists ?? [];
  if (lists.length === 0) return null;
  return (
    <Text component="section" inherit className="note" mb="md" aria-label="Imported lists that wait for their release">
      <strong>Imported lists that wait for release: nobody is reminded, and their credit pays nothing yet.</strong>
      {lists.map((list) => (
        <HeldList key={list.id} list={list} />
      ))}
    </Text>
  );
}
