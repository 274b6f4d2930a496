import { CaseId } from '@banbo/contract';
import { useSearchParams } from 'react-router';

const NAME = 'case';

/** The case that is open beside the list: it is in the address, so that it can be sent to a colleague. */
export const useChosenCase = () => {
  const [query, setQuery] = useSearchParams();
  const given = CaseId.safeParse(query.get(NAME));
  const addressOf = (id: string): string => {
    const after = new URLSearchParams(query);
    after.set(NAME, id);
    return `?${after}`;
  };
  const close = (): void => {
    const after = new URLSearchParams(query);
    after.delete(NAME);
    setQuery(after, { preventScrollReset: true });
  };
  return { chosen: given.success ? given.data : null, addressOf, close };
};
