import { type ContactChange, changeContactMessage } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import { refreshContact } from './contact-queries.ts';

/** A step of a message. Its end is said in a toast, and the page is asked for anew also where somebody was faster. */
export const useContactStep = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    run: (body: ContactChange) => call(changeContactMessage, { params: { id }, body }),
    says: ({ message }) => message,
    onEnd: () => void refreshContact(queries),
  });
};
