import {
  NO_PAYMENT_FOUND,
  NO_SEARCH_PARAMETER,
  PAYMENT_SEARCH_FIELDS,
  paymentList,
  type PaymentSearch as Search,
} from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ListState } from '~/components/data-table/list-state.ts';
import { listQuery } from '~/components/data-table/list-state.ts';
import searchForm from '~/components/page/search-form.module.css';
import { useAction } from '~/lib/api/use-action.ts';
import { toast } from '~/lib/toast.ts';

const EMPTY: Search = { driver_code: '', mobile_number: '', first_name: '', last_name: '' };

type Filters = ListState<typeof paymentList>['filters'];

const searchOf = ({ driver_code, mobile_number, first_name, last_name }: Filters): Search => ({
  driver_code,
  mobile_number,
  first_name,
  last_name,
});

/** Search mode is on while the address names a driver's code, mobile number or name. */
export const isSearching = (filters: Filters): boolean => Object.values(searchOf(filters)).some((text) => text !== '');

const sent = (search: Search): Search =>
  Object.fromEntries(
    PAYMENT_SEARCH_FIELDS.map(({ name, isUppercase }) => {
      const text = search[name].trim();
      return [name, isUppercase ? text.toUpperCase() : text];
    }),
  ) as Search;

/**
 * Finds payments by the beginning of the driver's code, mobile number and names. Results turn
 * search mode on, and Cancel turns it off; so does a search without any, which keeps its text.
 */
export function PaymentSearchForm({ label, state }: { label: string; state: ListState<typeof paymentList> }) {
  const { filters, setFilters } = state;
  const searched = searchOf(filters);
  const [draft, setDraft] = useState(searched);
  const [shown, setShown] = useState(searched);
  /** The text to keep when search mode ends. */
  const [kept, setKept] = useState<Search | null>(null);
  /** The address before search mode. */
  const [before, setBefore] = useState<string | null>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  // The form follows the address, as on Back.
  if (JSON.stringify(searched) !== JSON.stringify(shown)) {
    setShown(searched);
    setDraft(kept ?? searched);
    setKept(null);
  }
  const searching = useAction({
    run: async (asked: Search) => {
      const page = await client.fetchQuery(
        listQuery(paymentList, { ...state, page: 1, filters: { ...filters, ...asked } }),
      );
      return { asked, isFound: page.rows.length > 0 };
    },
    onDone: ({ asked, isFound }) => {
      const isOn = isSearching(filters);
      if (!isFound) toast.blank(NO_PAYMENT_FOUND);
      if (isFound && !isOn) setBefore(pathname + search);
      if (!isFound && isOn) setKept(asked);
      if (isFound || isOn) setFilters(isFound ? asked : EMPTY);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = sent(draft);
    if (Object.values(asked).every((text) => text === '')) toast.error(NO_SEARCH_PARAMETER);
    else if (!searching.isPending) searching.mutate(asked);
  };
  const cancel = () => {
    setDraft(EMPTY);
    void navigate(before ?? '/payment_transactions');
  };
  return (
    <search aria-label={label}>
      <form className={searchForm.search} style={{ '--field': '5.75rem' }} onSubmit={submit}>
        {PAYMENT_SEARCH_FIELDS.map(({ name, label, maxLength, isUppercase }) => (
          <TextInput
            key={name}
            label={label}
            placeholder=" "
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            {...(isUppercase && { classNames: { input: 'uppercase' } })}
            {...(name === 'mobile_number' && { inputMode: 'tel' as const })}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
        <div className={searchForm.buttons}>
          <Button type="submit" loading={searching.isPending}>
            Search
          </Button>
          {isSearching(filters) && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
