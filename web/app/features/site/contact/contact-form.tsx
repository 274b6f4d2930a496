import type { ContactMessage, sendContactMessage } from '@banbo/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PlainArea, PlainField } from '../parts/plain-field.tsx';
import { newIdempotencyKey, postJson } from '../parts/post-json.ts';
import { useRunning } from '../parts/use-running.ts';
import { checkContact } from './check-contact.ts';
import styles from './contact.module.css';
import { Received } from './received.tsx';

const read = (form: HTMLFormElement): ContactMessage => {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') };
};

/** The contact form. The input stays until the server has stored it. */
export function ContactForm() {
  const running = useRunning();
  const last = useRef({ text: '', key: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState('');
  const [sending, setSending] = useState(false);
  const [reference, setReference] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const hadArrived = useRef(false);
  // The form takes the confirmation's place again, and the button that asked for it is gone.
  useEffect(() => {
    if (hadArrived.current && !reference) element.current?.querySelector('input')?.focus();
    hadArrived.current = reference !== undefined;
  }, [reference]);

  const refuse = (form: HTMLFormElement, fields: Record<string, string>) => {
    setErrors(fields);
    const [first] = Object.keys(fields);
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const message = read(form);
    const found = checkContact(message);
    setTrouble('');
    refuse(form, found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    // The same text sent again after a lost answer is the same message.
    const text = JSON.stringify(message);
    if (text !== last.current.text) last.current = { text, key: newIdempotencyKey() };
    const outcome = await postJson<typeof sendContactMessage>('/contact_messages', message, last.current.key);
    setSending(false);
    if (outcome.ok) return setReference(outcome.answer.reference);
    setTrouble(outcome.message);
    refuse(form, outcome.fields);
  };

  if (reference) return <Received reference={reference} onAnother={() => setReference(undefined)} />;
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      <h2>Fillup The Form</h2>
      <noscript>
        <p className={styles.notice}>This form needs JavaScript. Please call us or write to us instead.</p>
      </noscript>
      <PlainField name="name" label="Name" autoComplete="name" error={errors.name} />
      <PlainField name="email" label="Email" type="email" autoComplete="email" error={errors.email} />
      <PlainField name="subject" label="Subject" error={errors.subject} />
      <PlainArea name="message" label="Message" error={errors.message} />
      <p className={styles.trouble} role="alert">
        {trouble}
      </p>
      <button type="submit" className="button" disabled={!running || sending}>
        {sending ? 'Sending…' : 'Submit Request'}
      </button>
    </form>
  );
}
