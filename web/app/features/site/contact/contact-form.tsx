import type { ContactMessage, sendContactMessage } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormArea, FormEmail, FormLine } from '~/components/form/form-line.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import sheet from '../parts/sheet.module.css';
import styles from './contact.module.css';

/** The confirmation, which takes the form's place and the focus. */
function Received({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={sheet.sheet} role="status">
      <h2 ref={heading} tabIndex={-1}>
        Thank you. Your message has arrived.
      </h2>
      <p>
        Your reference is <b className={styles.reference}>{reference}</b>. Please mention it when you call us about this
        message.
      </p>
      <button type="button" className="button quiet" onClick={onAnother}>
        Write another message
      </button>
    </div>
  );
}

const MISSING: Record<keyof ContactMessage, string> = {
  name: 'Please enter your name.',
  email: 'Please enter your email.',
  subject: 'Please enter the subject.',
  message: 'Please enter your message.',
};

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The messages of missing fields; {} when the form can be sent. The server checks again. */
export const checkContact = (message: ContactMessage): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [field, sentence] of Object.entries(MISSING)) {
    if (message[field as keyof ContactMessage].trim() === '') found[field] = sentence;
  }
  if (!found.email && !LOOKS_LIKE_EMAIL.test(message.email.trim())) {
    found.email = 'Give an e-mail address, like name@example.com.';
  }
  return found;
};

const SEND: Address<typeof sendContactMessage> = { method: 'POST', url: '/contact_messages', access: 'public' };
const EMPTY = { name: '', email: '', subject: '', message: '' };

const trimmed = (message: typeof EMPTY): typeof EMPTY =>
  Object.fromEntries(Object.entries(message).map(([name, text]) => [name, text.trim()])) as typeof EMPTY;

export function ContactForm() {
  const isReady = useHydrated();
  const [trouble, setTrouble] = useState('');
  const [reference, setReference] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const hadArrived = useRef(false);
  const form = useForm({
    initial: EMPTY,
    check: checkContact,
    onRefused: ({ message, fields }) => {
      setTrouble(message);
      form.showErrors(fields);
    },
  });
  // After the confirmation the form returns, and its first field takes the focus.
  useEffect(() => {
    if (hadArrived.current && !reference) element.current?.querySelector('input')?.focus();
    hadArrived.current = reference !== undefined;
  }, [reference]);

  // The same text sent again after a lost answer counts once.
  const submit = form.submit(async (values) => {
    setTrouble('');
    const body = trimmed(values);
    const answer = await call<typeof sendContactMessage>(SEND, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    form.reset();
    setReference(answer.reference);
  });

  if (reference) return <Received reference={reference} onAnother={() => setReference(undefined)} />;
  return (
    <form ref={element} className={sheet.sheet} onSubmit={submit} noValidate>
      <h2>Fillup The Form</h2>
      <noscript>
        <p className="notice">This form needs JavaScript. Please call us or write to us instead.</p>
      </noscript>
      <FormFieldset isReady={isReady}>
        <FormLine {...form.field('name')} label="Name" autoComplete="name" />
        <FormEmail {...form.field('email')} label="Email" />
        <FormLine {...form.field('subject')} label="Subject" />
        <FormArea {...form.field('message')} label="Message" />
        <p className="problem" role="alert">
          {trouble}
        </p>
        <FormSubmit isBusy={form.isBusy}>{form.isBusy ? 'Sending…' : 'Submit Request'}</FormSubmit>
      </FormFieldset>
    </form>
  );
}
