import { formatDay, formatMoney, type HeldDebts, listHeldDebts, releaseDebts } from '@banbo/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';

function HeldList({
  list: { id, file_name, uploaded_by, uploaded_at, drivers, amount, approval_id },
}: {
  list: HeldDebts;
}) {
  const { can } = useAbility();
  return (
    <Group gap="sm" mt="xs">
      <span>
        {can('drivers.import') ? <Link to={`/driver_import/${id}`}>{file_name}</Link> : file_name}, sent{' '}
        {formatDay(uploaded_at.slice(0, 10))} by {uploaded_by}: {counted(drivers, 'driver owes', 'drivers owe')}{' '}
        {formatMoney(amount)}
      </span>
      {approval_id !== null && <Link to={`/approvals/${approval_id}`}>Waits for approval by another person</Link>}
      {approval_id === null && can('payments.clear') && (
        <ChangeButton
          label="Release"
          title={`Release the debts of ${file_name}?`}
          send={() => change(releaseDebts, { params: { id } })}
        >
          Once another person has approved it, {counted(drivers, 'driver is', 'drivers are')} among those to whom
          reminders can be sent. Look at some of them first: {formatMoney(amount)} may be a mistake in the list.
        </ChangeButton>
      )}
    </Group>
  );
}

/** Imported debts that nobody has released, so that nobody is reminded of them. */
export function HeldDebtsNote() {
  const { data } = useQuery(read(listHeldDebts, {}));
  const lists = data?.lists ?? [];
  if (lists.length === 0) return null;
  const drivers = lists.reduce((sum, one) => sum + one.drivers, 0);
  return (
    <Text component="section" inherit className="note" mb="md" aria-label="Debts that are not reminded yet">
      <strong>
        Debts of {drivers === 1 ? '1 imported driver' : `${count(drivers)} imported drivers`} are not reminded yet.
      </strong>
      {lists.map((list) => (
        <HeldList key={list.id} list={list} />
      ))}
    </Text>
  );
}
