import { formatInstant, type OwnMessage, sendTenantMessage, TenantMessage } from '@banbo/contract';
import { Button } from '@mantine/core';
import { FormText } from '~/components/form/form-inputs.tsx';
import { FormArea } from '~/components/form/form-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import styles from './own-land.module.css';

type OwnAnswer = OwnMessage['answers'][number];

function WriteMessage() {
  const form = useForm({
    initial: { subject: '', message: '' },
    check: checkBy(TenantMessage),
    keyName: 'banbo-tenant-message-key',
  });
  const submit = form.submit(async (body) => {
    const { message } = await change(sendTenantMessage, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    form.reset();
  });
  return (
    <form className="stack close" onSubmit={submit} noValidate aria-label="Write to our office">
      <FormText {...form.field('subject')} label="Subject" maxLength={160} required />
      <FormArea {...form.field('message')} label="Message" rows={4} maxLength={4000} required />
      <div>
        <Button type="submit" loading={form.isBusy}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** How far an answer is; null where it went out as it should. */
const deliveryInWords = ({ by_mail, delivery, to_other_number }: OwnAnswer): string | null => {
  const way = by_mail ? 'mail' : 'text';
  if (delivery === 'expired' || delivery === 'failed')
    return `This was not delivered to you by ${way}. You read it here.`;
  if (to_other_number) return 'This was texted to another number than the one that our office has of you.';
  if (delivery === 'waiting' || delivery === 'held') return `This is on its way to you by ${way}.`;
  return null;
};

const Answer = (answer: OwnAnswer) => {
  const delivery = deliveryInWords(answer);
  return (
    <div className={styles.answer}>
      <p className={styles.words}>{answer.text}</p>
      {delivery !== null && <small>{delivery}</small>}
    </div>
  );
};

const isAnswered = ({ status, answers }: OwnMessage): boolean => status === 'replied' || answers.length > 0;

/** A tenant's messages to the office with its answers, and the form of the next one. */
export function OwnMessages({ messages }: { messages: readonly OwnMessage[] }) {
  return (
    <section className={styles.section} aria-labelledby="my-messages-title">
      <h2 id="my-messages-title">Messages to our office</h2>
      {messages.length > 0 && (
        <ul className="ruled" aria-label="Messages">
          {messages.map((one) => (
            <li key={one.id}>
              <strong>{one.subject}</strong>
              <small>
                {one.reference}, {formatInstant(one.received_at)}
              </small>
              <StatusBadge tone={isAnswered(one) ? 'good' : 'waiting'}>
                {isAnswered(one) ? 'Answered' : one.status === 'closed' ? 'Closed' : 'Waiting'}
              </StatusBadge>
              <p className={styles.words}>{one.message}</p>
              {one.answers.map((answer) => (
                <Answer key={answer.at} {...answer} />
              ))}
            </li>
          ))}
        </ul>
      )}
      <WriteMessage />
    </section>
  );
}
