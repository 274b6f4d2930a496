import { clearReady, formatMoney, MAX_READY_AT_ONCE } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { figuresQuery, refreshAfterDecision } from './clearance-queries.ts';

/** Clears at once what is ready, after asking. */
export function ClearReadyButton() {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const { data: figures } = useQuery(figuresQuery);
  const ready = figures?.reasons.find(({ reason }) => reason === 'ready');
  const clearing = useAction({
    run: () => call(clearReady, {}),
    says: ({ message }) => message,
    onEnd: () => setAsking(false),
    onDone: () => refreshAfterDecision(queries),
  });
  if (!ready) return null;
  const count = Math.min(ready.count, MAX_READY_AT_ONCE);
  const words = `Clear ${count} that ${count === 1 ? 'is' : 'are'} ready`;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words}</Button>
      <Confirm
        opened={isAsking}
        title={`${words}?`}
        action={`Clear ${count}`}
        busy={clearing.isPending}
        onConfirm={() => clearing.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          {ready.count > count ? `The oldest ${count} of ${ready.count} that are ready` : 'Those that are ready'} have
          money with their transaction ID and amount. In all, {formatMoney(ready.amount)} waits to be cleared so.
        </p>
      </Confirm>
    </>
  );
}
