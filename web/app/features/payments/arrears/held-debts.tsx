import { formatDay, formatMoney, type HeldDebts, listHeldDebts, releaseDebts } from '@banbo/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/**
 * Imported lists that nobody has released: nobody is reminded, and no credit pays. A button behind
 * the filters says how many there are, and opens them above the arrears: it moves nothing there
 * when it comes.
 */
export const useHeldDebts = () => {
  const { data } = useQuery(read(listHeldDebts, {}));
  const [isOpen, setOpen] = useState(false);
  const lists = data?.lists ?? [];
  if (lists.length === 0) return { button: null, note: null };
  return {
    button: (
      <Button
        variant="default"
        bg="var(--notice-surface)"
        px="sm"
        miw={0}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {counted(lists.length, 'imported list waits', 'imported lists wait')}
      </Button>
    ),
    note: isOpen && (
      <Text component="section" inherit className="note" mb="sm" aria-label="Imported lists that wait for release">
        <strong>Imported lists that wait for release: nobody is reminded, and their credit pays nothing yet.</strong>
        {lists.map((list) => (
          <HeldList key={list.id} list={list} />
        ))}
      </Text>
    ),
  };
};
