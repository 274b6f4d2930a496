import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormArea, FormLine } from '~/components/form/form-line.tsx';
import { chatAddress, cleanNumber } from '~/lib/chat-address.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { PageHead } from '../parts/section.tsx';
import sheet from '../parts/sheet.module.css';
import styles from './send-message.module.css';

/** The longest message in characters, and the milliseconds that an error shows. */
const MAX_LENGTH = 100;
const ERROR_SHOWN_MS = 3000;

type ChatMessage = { mobileNumber: string; message: string };

/** The messages of the fields that keep the form from being sent. */
export const checkChat = ({ mobileNumber, message }: ChatMessage): Record<string, string> => ({
  ...(cleanNumber(mobileNumber) === '' && { mobileNumber: 'Mobile number cannot be empty!' }),
  ...(message.trim() === '' && { message: 'Message cannot be empty!' }),
});

export const lengthError = (message: string): string | undefined =>
  message.length >= MAX_LENGTH ? 'Max length exceeded' : undefined;

/** True for a number without the country code, which the chat service does not know. */
export const lacksCountryCode = (mobileNumber: string): boolean => /^0[1-9]/.test(cleanNumber(mobileNumber));

export default function SendMessage() {
  const isReady = useHydrated();
  const [search] = useSearchParams();
  const form = useForm({ initial: { mobileNumber: '', message: '' }, check: checkChat });
  const { values, errors } = form;

  // A text from another page; read after the first paint, since the built page has none.
  const given = search.get('message');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is given, not on form changes
  useEffect(() => {
    if (given) form.setFieldValue('message', given.slice(0, MAX_LENGTH));
  }, [given]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clearing function never changes
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const timer = setTimeout(form.clearErrors, ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [errors]);

  const send = form.submit(async (entered) => void window.open(chatAddress(entered), '_blank', 'noopener'));

  return (
    <>
      <PageHead title="Send Message" lead="Opens WhatsApp in a new window with your message typed in." />
      <form className={`${sheet.sheet} ${sheet.alone} ${styles.form}`} onSubmit={send} noValidate>
        <noscript>
          <p className="notice">This form needs JavaScript. You can write the message in WhatsApp itself.</p>
        </noscript>
        <FormFieldset isReady={isReady}>
          <FormLine
            {...form.field('mobileNumber')}
            label="Mobile Number"
            type="tel"
            autoComplete="tel"
            hint={
              lacksCountryCode(values.mobileNumber)
                ? 'WhatsApp needs the country code: write 233 instead of the first 0.'
                : 'With the country code, like +233 24 123 4567.'
            }
          />
          <FormArea
            {...form.field('message')}
            label="Message"
            rows={4}
            maxLength={MAX_LENGTH}
            error={errors.message ?? lengthError(values.message)}
          />
          <p className={`muted small ${styles.counter}`}>
            {values.message.length}/{MAX_LENGTH}
          </p>
          <FormSubmit isBusy={form.isBusy}>Send</FormSubmit>
        </FormFieldset>
      </form>
    </>
  );
}
