import {
  answerContactMessage,
  ContactAnswer,
  ContactNote,
  type ContactRecord,
  ContactReply,
  MAX_CONTACT_TEXT,
  noteContactMessage,
  replySubject,
  replyToContactMessage,
} from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import chips from '~/components/chips.module.css';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { change } from '~/lib/query-client.ts';
import { toast } from '~/lib/toast.ts';
import styles from './contact.module.css';

type Props = { record: ContactRecord };

const KINDS = {
  reply: {
    tab: 'Reply by mail',
    label: 'Reply',
    button: 'Send reply',
    endpoint: replyToContactMessage,
    body: ContactReply,
  },
  answer: {
    tab: 'Answered otherwise',
    label: 'How it was answered',
    button: 'Mark as replied',
    endpoint: answerContactMessage,
    body: ContactAnswer,
  },
  note: {
    tab: 'Note',
    label: 'Note, which only staff see',
    button: 'Keep note',
    endpoint: noteContactMessage,
    body: ContactNote,
  },
} as const;
type Kind = keyof typeof KINDS;

/** The visitor's address, for an answer from one's own mail. */
function OwnMail({ record }: Props) {
  const href = `mailto:${encodeURIComponent(record.email)}?subject=${encodeURIComponent(replySubject(record))}`;
  return (
    <p className={styles.hint}>
      No service sends mail from here. Write from <a href={href}>your own mail</a> to {record.email}{' '}
      <CopyButton text={record.email} of="the address" className={styles.copy} />, then mark it as replied.
    </p>
  );
}

type WritingProps = Props & { kind: Kind; draft: string; onDraft: (text: string) => void };

function Writing({ kind, record, draft, onDraft }: WritingProps) {
  const { label, button, endpoint, body } = KINDS[kind];
  const form = useForm({ initial: { text: draft }, check: checkBy(body) });
  const submit = form.submit(async (values) => {
    const idempotencyKey = form.retryKey.keyFor(values);
    const { message } = await change(endpoint, { params: { id: record.id }, body: values, idempotencyKey });
    form.retryKey.forget();
    toast.success(message);
    form.reset({ text: '' });
    onDraft('');
  });
  const input = form.input('text');
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Textarea
        {...input}
        onChange={(event) => {
          input.onChange(event);
          onDraft(event.currentTarget.value);
        }}
        label={label}
        rows={kind === 'reply' ? 6 : 3}
        maxLength={MAX_CONTACT_TEXT}
      />
      <Button type="submit" size="sm" loading={form.isBusy}>
        {button}
      </Button>
    </form>
  );
}

/**
 * Writes a reply, word of another answer, or a note; what is closed or spam takes notes alone. Each keeps what was typed into it
 * while another is open, and no note turns into a reply.
 */
export function WriteEntry({ record }: Props) {
  const canReply = record.status !== 'closed' && record.status !== 'spam';
  const kinds: readonly Kind[] = canReply
    ? [...(record.mails_are_sent ? (['reply'] as const) : []), 'answer', 'note']
    : ['note'];
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [drafts, setDrafts] = useState<Partial<Record<Kind, string>>>({});
  const kind = chosen !== null && kinds.includes(chosen) ? chosen : (kinds[0] ?? 'note');
  return (
    <section className={styles.part} aria-label="Write">
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
      <Writing
        key={kind}
        kind={kind}
        record={record}
        draft={drafts[kind] ?? ''}
        onDraft={(text) => setDrafts((before) => ({ ...before, [kind]: text }))}
      />
      <LeaveQuestion isUnsaved={() => kinds.some((one) => drafts[one])}>
        <p>What you wrote is not sent or kept yet. Leaving this page loses it.</p>
      </LeaveQuestion>
    </section>
  );
}
