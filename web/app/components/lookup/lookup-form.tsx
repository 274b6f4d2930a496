import type { AnyLookup } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '~/lib/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
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
export function LookupForm({ lookup, entry, onSaved, onClose }: Props) {
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
