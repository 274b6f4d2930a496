import type { AnyLookup } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import type { ShownColumn } from '../data-table/list-columns.tsx';
import { ListScreen } from '../data-table/list-screen.tsx';
import { useListState } from '../data-table/use-list-state.ts';
import { Confirm } from '../question/confirm.tsx';
import { entryId, entryName, type LookupEntry } from './lookup-entry.ts';
import { LookupForm } from './lookup-form.tsx';

/**
 * The screen of a look-up: it lists, adds, changes and deletes entries, all by the look-up's definition. `mayChange` shows
 * what changes it.
 */
export function LookupScreen({ lookup, mayChange }: { lookup: AnyLookup; mayChange: boolean }) {
  const { name, words, fields, entries, remove } = lookup;
  const [edited, setEdited] = useState<LookupEntry | 'new' | null>(null);
  const [leaving, setLeaving] = useState<LookupEntry | null>(null);
  const queries = useQueryClient();
  const refresh = async () => {
    setEdited(null);
    await queries.invalidateQueries({ queryKey: [entries.name] });
  };
  const deletion = useAction({
    run: (id: string) => call(remove, { params: { id } }),
    says: ({ message }) => message,
    onEnd: () => setLeaving(null),
    onDone: refresh,
  });

  const actions: ShownColumn<typeof entries> = {
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
  const columns = Object.keys(fields).map((key) => (key === name ? { key, heading: true } : { key }));
  return (
    <>
      <ListScreen
        list={entries}
        state={useListState(entries)}
        caption={`The ${words.many}`}
        start={mayChange && <Button onClick={() => setEdited('new')}>Add</Button>}
        columns={mayChange ? [...columns, actions] : columns}
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
