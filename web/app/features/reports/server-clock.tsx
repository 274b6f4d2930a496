import { formatInstant, getServerClock, trustServerClock } from '@banbo/contract';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { useAbility } from '~/lib/ability.ts';
import { change, read } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './alarm.module.css';

const serverClockQuery = queryOptions({
  ...read(getServerClock, {}),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

/** Asks whether it is the day and hour that the clock says, and has it count as right. */
function TrustClock({ reads }: { reads: string }) {
  const [isAsking, setAsking] = useState(false);
  const trust = useAction({
    run: () => change(trustServerClock, { body: { reads } }),
    says: ({ message }) => message,
    onEnd: () => {
      setAsking(false);
    },
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        The clock is right
      </Button>
      <Confirm
        opened={isAsking}
        title={`Is it ${formatInstant(reads)}?`}
        action="Yes, the clock is right"
        busy={trust.isPending}
        onConfirm={() => trust.mutate()}
        onClose={() => setAsking(false)}
      >
        Compare it with your phone or watch. If you say yes, everything that is due by that time is rejected, archived
        or removed. Not all of that can be taken back.
      </Confirm>
    </>
  );
}

/** Says that the server's clock went far ahead, so that a person tells whether it is right or the server was only off. */
export function ServerClockAlarm() {
  const { can } = useAbility();
  const held = useQuery(serverClockQuery).data?.held;
  if (!held) return null;
  return (
    <div role="alert" className={styles.alarm}>
      <p>
        <strong>The server’s clock may be wrong.</strong> It says {formatInstant(held.reads)}. It was last right on{' '}
        {formatInstant(held.seen_at)}: since then the server was off, or its clock was changed. Nothing is rejected,
        archived or removed, and no prompt is sent, until somebody says that it is right.
        {!can('jobs.read') && ' Please tell an administrator.'}
      </p>
      {can('jobs.read') && <TrustClock reads={held.reads} />}
    </div>
  );
}
