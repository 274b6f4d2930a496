import type { AnyLookup } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useAction } from '~/lib/use-action.ts';
import type { ShownColumn } from '../data-table/list-columns.tsx';
import { ListScreen } from '../data-table/list-screen.tsx';
import { useListState } from '../data-table/list-state.ts';
import { Confirm } from '../question/confirm.tsx';
import { bodyOf, checkEntry, entryId, entryName, fieldsToFill, type LookupEntry, valuesOf } from './lookup-entry.ts';
import { LookupFields } from './lookup-fields.tsx';

type Props = {
  lookup: AnyLookup;
  /** The entry that is changed; null adds one. */
  entry: LookupEntry | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
};

/** Adds an entry of a list or changes its fields. */
function LookupForm({ lookup, entry, onSaved, onClose }: Props) {
  const { words, list, add, change } = lookup;
  const id = useId();
  const fields = fieldsToFill(lookup, entry);
  const form = useForm({
    initial: valuesOf(fields, entry),
    check: checkEntry(lookup, entry),
    keyName: `add ${words.one}`,
  });
  const all = useQuery({
    queryKey: [words.many, 'all'],
    queryFn: ({ signal }) => call(list, { signal }),
    enabled: fields.some(([, { kind }]) => kind === 'entry'),
  });
  const others = (all.data ?? []).filter((one) => one.id !== entry?.id);

  const submit = form.submit(async (values) => {
    const body = bodyOf(fields, values);
    const { message } = entry
      ? await call(change, { params: { id: entryId(entry) }, body })
      : await call(add, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    await onSaved();
  });

  return (
    <Confirm
      opened
      title={entry ? `Change ${entryName(lookup, entry)}` : `Add to the ${words.many}`}
      action="Save"
      busy={form.isBusy}
      form={id}
      onClose={onClose}
    >
      <form id={id} onSubmit={submit} noValidate>
        <LookupFields lookup={lookup} entry={entry} others={others} form={form} />
      </form>
    </Confirm>
  );
}

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
