import type { AnyLookup } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { ApiError, call } from '~/lib/api.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { Confirm } from '../confirm.tsx';
import { entryId, entryName, type LookupEntry, labelOf } from './lookup-entry.ts';

type Props = {
  lookup: AnyLookup;
  /** The entry that is changed; null adds one. */
  entry: LookupEntry | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
};

/** Adds an entry of a list or changes its name. A refusal stands at the field. */
export function LookupForm({ lookup, entry, onSaved, onClose }: Props) {
  const { name, words, add, change } = lookup;
  const [typed, setTyped] = useState(entry ? entryName(lookup, entry) : '');
  const [wrong, setWrong] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const key = useIdempotencyKey(`add ${words.one}`);

  const refuse = (message: string) => {
    setWrong(message);
    input.current?.focus();
  };
  const send = (body: Record<string, unknown>) =>
    entry
      ? call(change, { params: { id: entryId(entry) }, body })
      : call(add, { body, idempotencyKey: key.keyFor(body) });
  const save = useMutation({
    mutationFn: send,
    onSuccess: async ({ message }) => {
      key.forget();
      toast.success(message);
      await onSaved();
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields[name] : undefined;
      if (field === undefined) toast.error(error.message);
      else refuse(field);
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const body = (entry ? change : add).schema.body.safeParse({ [name]: typed });
    if (body.success) save.mutate(body.data);
    else refuse(body.error.issues[0]?.message ?? `Please enter the ${words.one}.`);
  };

  return (
    <Confirm
      opened
      title={entry ? `Change ${entryName(lookup, entry)}` : `Add to the ${words.many}`}
      action="Save"
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={input}
          data-autofocus
          name={name}
          label={labelOf(lookup)}
          required
          withAsterisk={false}
          maxLength={60}
          autoComplete="off"
          value={typed}
          error={wrong}
          description={entry && 'Records that have it follow its new name.'}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(null);
          }}
        />
      </form>
    </Confirm>
  );
}
