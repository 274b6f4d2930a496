import type { AnyLookup } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import type { ShownColumn } from '../data-table/list-columns.tsx';
import { ListScreen } from '../data-table/list-screen.tsx';
import { FormQuestion } from '../question/confirm.tsx';
import { DeleteAction } from '../record/record-actions.tsx';
import { bodyOf, checkEntry, entryId, entryName, fieldsToFill, type LookupEntry, valuesOf } from './lookup-entry.ts';
import { LookupFields } from './lookup-fields.tsx';

type Props = {
  lookup: AnyLookup;
  /** The entry that is changed; null for a new one. */
  entry: LookupEntry | null;
  onClose: () => void;
};

/** Adds an entry of a list or changes its fields. */
function LookupForm({ lookup, entry, onClose }: Props) {
  const { words, list, add } = lookup;
  const fields = fieldsToFill(lookup, entry);
  const form = useForm({
    initial: valuesOf(fields, entry),
    check: checkEntry(lookup, entry),
    keyName: `add ${words.one}`,
  });
  const all = useQuery({
    ...read(list, {}),
    enabled: fields.some(([, { kind }]) => kind === 'entry'),
  });
  const others = (all.data ?? []).filter((one) => one.id !== entry?.id);

  const save = (values: typeof form.values) => {
    const body = bodyOf(fields, values);
    return entry
      ? change(lookup.change, { params: { id: entryId(entry) }, body })
      : change(add, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };

  return (
    <FormQuestion
      opened
      title={entry ? `Change ${entryName(lookup, entry)}` : `Add to the ${words.many}`}
      action="Save"
      form={form}
      send={save}
      onClose={onClose}
    >
      <LookupFields lookup={lookup} entry={entry} others={others} form={form} />
    </FormQuestion>
  );
}

/**
 * Lists, adds, changes and deletes a look-up's entries. `mayChange` shows the buttons that change
 * them.
 */
export function LookupScreen({ lookup, mayChange }: { lookup: AnyLookup; mayChange: boolean }) {
  const { name, words, fields, entries, remove } = lookup;
  const [edited, setEdited] = useState<LookupEntry | 'new' | null>(null);

  const actions: ShownColumn<typeof entries> = {
    header: 'Actions',
    stays: true,
    cell: (entry) => (
      <Button.Group>
        <Button size="compact-sm" variant="default" onClick={() => setEdited(entry)}>
          Change<span className="visually-hidden"> {entryName(lookup, entry)}</span>
        </Button>
        <DeleteAction
          of={entryName(lookup, entry)}
          title={`Delete ${entryName(lookup, entry)}?`}
          remove={() => change(remove, { params: { id: entryId(entry) } })}
          button={{ size: 'compact-sm' }}
        >
          <p>An entry that a record has cannot be deleted; you are told where it is used.</p>
        </DeleteAction>
      </Button.Group>
    ),
  };
  const columns = Object.keys(fields).map((key) => (key === name ? { key, heading: true } : { key }));
  return (
    <>
      <ListScreen
        list={entries}
        caption={`The ${words.many}`}
        start={mayChange && <Button onClick={() => setEdited('new')}>Add</Button>}
        columns={mayChange ? [...columns, actions] : columns}
        loading={`Loading ${words.many}...`}
        empty={<p>The list has no entry yet.</p>}
      />
      {edited && (
        <LookupForm lookup={lookup} entry={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
