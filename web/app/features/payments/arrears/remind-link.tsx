import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useAbility } from '~/lib/ability.ts';

/** Leads to the reminders of the age that the list shows, for staff who may send them. */
export function RemindLink() {
  const { can } = useAbility();
  const [address] = useSearchParams();
  const age = address.get('age');
  if (!can('payments.clear')) return null;
  return (
    <Button component={Link} to={age === null ? '/reminders' : `/reminders?age=${age}`} variant="default">
      Remind by text
    </Button>
  );
}
