import { type AnyLookup, DEFAULT_PAGE_SIZE } from '@banbo/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { call, callList } from '~/lib/api.ts';
import { Confirm } from '../confirm.tsx';
import { type Column, DataTable } from '../data-table/data-table.tsx';
import { entryId, entryName, type LookupEntry, labelOf } from './lookup-entry.ts';
import { LookupForm } from './lookup-form.tsx';

/** The first part of the keys under which a list's pages are cached. */
export const lookupKey = ({ list }: AnyLookup) => ['lookup', list.url] as const;

/**
 * The screen of a list of names that staff keep: it lists, adds, changes and deletes its entries, all by the list's definition.
 * `mayChange` shows what changes it.
 */
export function LookupScreen({ lookup, mayChange }: { lookup: AnyLookup; mayChange: boolean }) {
  const { words, list, remove } = lookup;
  const [{ page, size }, setPaging] = useState({ page: 1, size: DEFAULT_PAGE_SIZE });
  const [edited, setEdited] = useState<LookupEntry | 'new' | null>(null);
  const [leaving, setLeaving] = useState<LookupEntry | null>(null);
  const queries = useQueryClient();
  const rows = useQuery({
    queryKey: [...lookupKey(lookup), { page, size }],
    queryFn: ({ signal }) => callList(list, { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
  });
  const refresh = async () => {
    setEdited(null);
    setLeaving(null);
    await queries.invalidateQueries({ queryKey: lookupKey(lookup) });
  };
  const deletion = useMutation({
    mutationFn: (id: string) => call(remove, { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await refresh();
    },
    onError: (error) => {
      setLeaving(null);
      toast.error(error.message);
    },
  });

  const actions: Column<LookupEntry> = {
    header: 'Actions',
    stays: true,
    cell: (entry) => (
      <Button.Group>
        <Button size="compact-sm" variant="default" onClick={() => setEdited(entry)}>
          Change<span className="visually-hidden"> {entryName(lookup, entry)}</span>
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setLeaving(entry)}>
          Delete<span className="visually-hidden"> {entryName(lookup, entry)}</span>
        </Button>
      </Button.Group>
    ),
  };
  const names: Column<LookupEntry> = {
    header: labelOf(lookup),
    heading: true,
    cell: (entry) => entryName(lookup, entry),
  };
  return (
    <>
      {mayChange && (
        <Button mb="sm" onClick={() => setEdited('new')}>
          Add
        </Button>
      )}
      <DataTable
        caption={`The ${words.many}`}
        columns={mayChange ? [names, actions] : [names]}
        list={rows}
        params={{
          page,
          size,
          setPage: (next) => setPaging({ page: next, size }),
          setSize: (next) => setPaging({ page: 1, size: next }),
        }}
        rowKey={entryId}
        loading={`Loading ${words.many}...`}
        empty={<p>The list has no entry yet.</p>}
      />
      {edited && (
        <LookupForm
          lookup={lookup}
          entry={edited === 'new' ? null : edited}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        opened={leaving !== null}
        title={leaving ? `Delete ${entryName(lookup, leaving)}?` : ''}
        action="Delete"
        danger
        busy={deletion.isPending}
        onConfirm={() => leaving && deletion.mutate(entryId(leaving))}
        onClose={() => setLeaving(null)}
      >
        <p>An entry that a record has cannot be deleted; you are told where it is used.</p>
      </Confirm>
    </>
  );
}
