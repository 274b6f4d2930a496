import { releaseWelcomes } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { refreshOutbox } from './sending-queries.ts';

/** Lets all welcomes go that are held back, once somebody has said that the drivers are real. */
export function ReleaseWelcomes({ welcomes }: { welcomes: number }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const release = useAction({
    run: () => call(releaseWelcomes, {}),
    says: ({ message }) => message,
    onEnd: () => {
      setOpen(false);
      void refreshOutbox(queries);
    },
  });
  const many = welcomes.toLocaleString('en-GB');
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Let welcomes go…
      </Button>
      <Confirm
        opened={isOpen}
        title="Let all welcomes go?"
        action="Let go"
        busy={release.isPending}
        onConfirm={() => release.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          {welcomes === 1 ? '1 text message goes' : `${many} text messages go`} out within minutes, each at its price,
          as far as today’s limit reaches, and none are held back for the rest of the day. Please look at{' '}
          <Link to="/global_drivers">the newest drivers</Link> first: are they real?
        </p>
      </Confirm>
    </>
  );
}
