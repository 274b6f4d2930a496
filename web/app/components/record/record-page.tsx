import { Button } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '~/lib/api/api.ts';
import { Page } from '../page/page.tsx';
import { LoadError } from '../trouble/states.tsx';

type Way = { to: string; label: string };

type LoadedProps<T, Key extends readonly unknown[]> = {
  /** The record in a word: `user`. */
  of: string;
  query: UseQueryOptions<T, Error, T, Key>;
  /** Where a record that is missing may be found. */
  ways?: readonly Way[];
  children: (record: T) => ReactNode;
};

/**
 * Loads a record; `instead` says that it loads, or why it did not come. A record that came stays
 * over a later failure.
 */
export function useRecord<T, Key extends readonly unknown[]>(
  of: string,
  query: UseQueryOptions<T, Error, T, Key>,
  ways: readonly Way[] = [],
): { data: T; instead?: never } | { data?: never; instead: ReactNode } {
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined && !isNotFound(error)) return { data };
  if (!error) {
    return {
      instead: (
        <p role="status" data-record="loading">
          Loading {of}...
        </p>
      ),
    };
  }
  return {
    instead: <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={ways} />,
  };
}

/** Loads a record and shows it, as `useRecord` does. */
export function RecordLoaded<T, Key extends readonly unknown[]>(props: LoadedProps<T, Key>) {
  const { data, instead } = useRecord(props.of, props.query, props.ways);
  return data === undefined ? instead : props.children(data);
}

type Props<T, Key extends readonly unknown[]> = Omit<LoadedProps<T, Key>, 'ways'> & {
  /** The list of all such records. Its label says so on the page: `All users`. */
  all: Way;
  /** The heading; without it, the title of the page. */
  title?: (record: T) => ReactNode;
  lead?: (record: T) => string;
  /** Buttons and links beside that to the list. */
  actions?: ReactNode;
};

/** The page of a record: loaded, under its name, with the way to all of them. */
export function RecordPage<T, Key extends readonly unknown[]>({
  of,
  query,
  all,
  title,
  lead,
  actions,
  children,
}: Props<T, Key>) {
  const list = (
    <Button component={Link} to={all.to} variant="default">
      {all.label}
    </Button>
  );
  return (
    <RecordLoaded of={of} query={query} ways={[{ to: all.to, label: `See ${lowerFirst(all.label)}` }]}>
      {(record) => (
        <Page
          {...(title && { title: title(record) })}
          lead={lead?.(record)}
          actions={
            <>
              {list}
              {actions}
            </>
          }
        >
          {children(record)}
        </Page>
      )}
    </RecordLoaded>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
