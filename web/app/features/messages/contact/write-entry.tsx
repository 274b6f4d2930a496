import {
  CONTACT_TEXT_PARTS,
  type ContactRecord,
  contactText,
  MAX_CONTACT_TEXT,
  normalizePhone,
  replySubject,
  tooLongToSend,
} from '@banbo/contract';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import chips from '~/components/chips.module.css';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { TextLength } from '~/components/write-text/text-length.tsx';
import { WHEN_TEXTED } from '~/components/write-text/text-person.tsx';
import { UsualAnswers } from '~/components/write-text/usual-answers.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAskedWork } from '~/lib/asked-work.ts';
import { chatAddress } from '~/lib/chat-address.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { useMessageDesk } from './contact-desk.ts';
import { firstNumber, PhoneField, SentQuestion } from './phone-answer.tsx';

type Props = { record: ContactRecord };

const KINDS = {
  reply: { tab: 'Reply by mail', label: 'Reply', button: 'Send reply' },
  text: { tab: 'Text message', label: 'Text', button: 'Send text' },
  whatsapp: {
    tab: 'WhatsApp',
    label: 'WhatsApp message',
    button: 'Open WhatsApp',
  },
  answer: {
    tab: 'Answered another way',
    label: 'How it was answered',
    button: 'Mark as replied',
  },
  note: {
    tab: 'Note',
    label: 'Note, which only staff see',
    button: 'Save note',
  },
} as const;
type Kind = keyof typeof KINDS;

/** The keys of the ways to answer. */
const LETTERS: Readonly<Record<string, Kind>> = { m: 'reply', t: 'text', w: 'whatsapp' };

const isByPhone = (kind: Kind): boolean => kind === 'text' || kind === 'whatsapp';

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

const EMPTY = { reply: '', text: '', whatsapp: '', answer: '', note: '' };

/** Writes an answer or a note, each kept apart; closed ones take notes. */
export function WriteEntry({ record }: Props) {
  const { company_name } = useSite();
  const canReply = record.status !== 'closed' && record.status !== 'spam';
  const mailed: readonly Kind[] = record.mails_are_sent && record.email !== '' ? ['reply'] : [];
  const kinds: readonly Kind[] = canReply ? [...mailed, 'text', 'whatsapp', 'answer', 'note'] : ['note'];
  const [chosen, setChosen] = useState<Kind>('reply');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'note');
  const { label, button } = KINDS[kind];
  const endpoint = useMessageDesk()[kind];
  const [opened, setOpened] = useState<string | null>(null);
  const bodyOf = (values: typeof EMPTY & { mobile_number: string }) => ({
    ...(isByPhone(kind) && { mobile_number: values.mobile_number }),
    text: values[kind],
  });
  const form = useForm({
    initial: { ...EMPTY, mobile_number: firstNumber(record) },
    check: (values): Record<string, string> => {
      const { text, ...others } = checkBy(endpoint.schema.body)(bodyOf(values));
      if (text !== undefined) return { ...others, [kind]: text };
      const words = contactText(company_name, values.text, record.reference);
      const tooLong = kind === 'text' ? tooLongToSend(words) : null;
      return { ...others, ...(tooLong && { text: tooLong }) } as Record<string, string>;
    },
  });
  const { values } = form;
  const send = form.submit(async (entered) => {
    const body = bodyOf(entered);
    const idempotencyKey = form.retryKey.keyFor({ kind, ...body });
    const { message } = await change(endpoint, {
      params: { id: record.id },
      body: body as typeof body & { mobile_number: string },
      idempotencyKey,
    });
    form.retryKey.forget();
    toast.success(message);
    form.setFieldValue(kind, '');
    setOpened(null);
  });
  const openChat = form.submit(async ({ mobile_number, whatsapp }) => {
    const mobileNumber = normalizePhone(mobile_number) ?? mobile_number;
    window.open(chatAddress({ mobileNumber, message: whatsapp.trim() }), '_blank', 'noopener');
    setOpened(whatsapp);
  });
  const write = (one: Kind) => void form.focus(isByPhone(one) && values.mobile_number === '' ? 'mobile_number' : one);
  const begin = () => write(kind);
  usePageKey(['r'], begin, canReply ? 'Write an answer' : 'Write a note');
  const letters = Object.entries(LETTERS).filter(([, one]) => kinds.includes(one));
  const byLetter = (letter: string) => {
    const [, one] = letters.find(([name]) => name === letter) ?? [];
    if (one === undefined) return false;
    setChosen(one);
    return write(one);
  };
  usePageKey(Object.keys(LETTERS), byLetter, canReply ? 'Answer by mail, text or WhatsApp' : undefined);
  useAskedWork('answer', begin);
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
      <form onSubmit={kind === 'whatsapp' ? openChat : send} onKeyDown={sendByKey} noValidate>
        {isByPhone(kind) && (
          <PhoneField
            record={record}
            input={form.input('mobile_number')}
            onChoose={(number) => form.setFieldValue('mobile_number', number)}
          />
        )}
        {(kind === 'reply' || isByPhone(kind)) && (
          <UsualAnswers
            answers={record.usual_answers}
            written={values[kind]}
            onWrite={(text) => form.setFieldValue(kind, text)}
          />
        )}
        <Textarea {...form.input(kind)} label={label} rows={kind === 'reply' ? 6 : 3} maxLength={MAX_CONTACT_TEXT} />
        {kind === 'text' && (
          <>
            <TextLength text={contactText(company_name, values.text, record.reference)} most={CONTACT_TEXT_PARTS} />
            <Text size="sm" c="dimmed">
              It begins with ‘{company_name}:’ and ends with ({record.reference}). {WHEN_TEXTED[record.texting]}
            </Text>
          </>
        )}
        {kind === 'whatsapp' && opened !== null && opened === values.whatsapp ? (
          <SentQuestion onSent={send} onNot={() => setOpened(null)} busy={form.isBusy} />
        ) : (
          <Button type="submit" size="sm" mt="sm" loading={form.isBusy}>
            {button}
          </Button>
        )}
      </form>
      <LeaveQuestion isUnsaved={() => kinds.some((one) => form.getValues()[one] !== '')}>
        <p>What you wrote is not sent or saved yet. Leaving this page loses it.</p>
      </LeaveQuestion>
    </section>
  );
}
