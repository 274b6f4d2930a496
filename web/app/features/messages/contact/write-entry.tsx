import * as contract from '@banbo/contract';
import { type ContactRecord, MAX_CONTACT_TEXT, replySubject } from '@banbo/contract';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import chips from '~/components/chips.module.css';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';

type Props = { record: ContactRecord };

const KINDS = {
  reply: { tab: 'Reply by mail', label: 'Reply', button: 'Send reply', endpoint: contract.replyToContactMessage },
  answer: {
    tab: 'Answered otherwise',
    label: 'How it was answered',
    button: 'Mark as replied',
    endpoint: contract.answerContactMessage,
  },
  note: {
    tab: 'Note',
    label: 'Note, which only staff see',
    button: 'Keep note',
    endpoint: contract.noteContactMessage,
  },
} as const;
type Kind = keyof typeof KINDS;

/** The visitor's address, for an answer from one's own mail. */
function OwnMail({ record }: Props) {
  const href = `mailto:${encodeURIComponent(record.email)}?subject=${encodeURIComponent(replySubject(record))}`;
  return (
    <Text className="note" size="sm" mb="sm">
      No service sends mail from here. Write from <a href={href}>your own mail</a> to {record.email}{' '}
      <CopyButton text={record.email} of="the address" className="text-button" />, then mark it as replied.
    </Text>
  );
}

/** Writes a reply, word of another answer, or a note, each kept apart; closed ones take notes. */
export function WriteEntry({ record }: Props) {
  const canReply = record.status !== 'closed' && record.status !== 'spam';
  const mailed: readonly Kind[] = record.mails_are_sent ? ['reply'] : [];
  const kinds: readonly Kind[] = canReply ? [...mailed, 'answer', 'note'] : ['note'];
  const [chosen, setChosen] = useState<Kind>('reply');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'note');
  const { label, button, endpoint } = KINDS[kind];
  const form = useForm({
    initial: { reply: '', answer: '', note: '' },
    check: (values) => {
      const { text } = checkBy(endpoint.schema.body)({ text: values[kind] });
      return text === undefined ? {} : { [kind]: text };
    },
  });
  const send = form.submit(async (values) => {
    const body = { text: values[kind] };
    const idempotencyKey = form.retryKey.keyFor({ kind, ...body });
    const { message } = await change(endpoint, { params: { id: record.id }, body, idempotencyKey });
    form.retryKey.forget();
    toast.success(message);
    form.setFieldValue(kind, '');
  });
  return (
    <section aria-label="Write">
      <fieldset className={chips.chips}>
        <legend className="visually-hidden">What to write</legend>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            className={chips.chip}
            aria-pressed={one === kind}
            onClick={() => setChosen(one)}
          >
            {KINDS[one].tab}
          </button>
        ))}
      </fieldset>
      {canReply && !record.mails_are_sent && kind === 'answer' && <OwnMail record={record} />}
      <form onSubmit={send} noValidate>
        <Textarea {...form.input(kind)} label={label} rows={kind === 'reply' ? 6 : 3} maxLength={MAX_CONTACT_TEXT} />
        <Button type="submit" size="sm" mt="sm" loading={form.isBusy}>
          {button}
        </Button>
      </form>
      <LeaveQuestion isUnsaved={() => kinds.some((one) => form.getValues()[one] !== '')}>
        <p>What you wrote is not sent or kept yet. Leaving this page loses it.</p>
      </LeaveQuestion>
    </section>
  );
}
