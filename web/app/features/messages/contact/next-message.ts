import { useNavigate } from 'react-router';
import { queryClient, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { askedFor } from '~/lib/asked-work.ts';
import { toast } from '~/lib/toast.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { type MessageDesk, useMessageDesk } from './contact-desk.ts';

/** The messages that a person answers next: those that nobody has, then their own. */
const QUEUES = [{ state: 'new' }, { state: 'assigned', assigned: 'me' }] as const;

/** The number of the message to answer next, the longest waiting first; null without one. */
const nextMessage = async ({ list }: MessageDesk, open: string | undefined): Promise<string | null> => {
  for (const queue of QUEUES) {
    const rows = await queryClient.fetchQuery({ ...read(list.page, { query: queue }), staleTime: 0 });
    const next = rows.find(({ id }) => id !== open);
    if (next) return next.id;
  }
  return null;
};

/** Opens the message to answer next, with the focus where its answer is written; `n` does so. */
export const useNextMessage = (open?: string) => {
  const navigate = useNavigate();
  const desk = useMessageDesk();
  const { mutate } = useAction({
    run: () => nextMessage(desk, open),
    onDone: (id) => {
      if (id === null) toast.blank('No other message waits for your answer.');
      else void navigate(`${desk.path}/${id}`, askedFor('answer'));
    },
  });
  usePageKey(['n'], () => void mutate(), 'Answer the next message');
  return mutate;
};
