import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { FactList } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';

type Props = {
  title: string;
  driver_code: string;
  car_number: string;
  /** The record's page, where its number is known. */
  record?: string;
  /** Leads to the next one, and its words. */
  another: string;
  more: string;
};

/** A record that staff have just made: its driver code, and that the fee comes next. */
export function NewRecord({ title, driver_code, car_number, record, another, more }: Props) {
  const { can } = useAbility();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack component="section" className="card" p="lg" maw="40rem" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <FactList
        facts={[
          ['Driver Code', driver_code],
          ['Car Number', car_number],
        ]}
      />
      <p>
        Next comes the registration fee: without it the record is archived after some weeks. The code that sets the
        password is on its way to the driver’s mobile.
      </p>
      <Group gap="sm">
        {can('payments.receive') && (
          <Button component={Link} to={`/receive_payments?driver=${driver_code}`}>
            Receive the fee
          </Button>
        )}
        <Button component={Link} to={record ?? `/global_drivers?driver_code=${driver_code}`} variant="default">
          Open the record
        </Button>
        <Button component={Link} to={another} variant="default">
          {more}
        </Button>
      </Group>
    </Stack>
  );
}
