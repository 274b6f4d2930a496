import { parseMoney } from '@banbo/contract';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FormValues, useForm } from '~/lib/form/use-form.ts';
import { useBack } from '~/lib/session/last-page.ts';
import { toast } from '~/lib/toast.ts';
import { Confirm } from '../question/confirm.tsx';
import { LeaveQuestion } from '../question/leave-question.tsx';
import styles from './record-form.module.css';

/** Milliseconds of the toast after an update, which leads away from the record. */
const UPDATED_MS = 10_000;

type QuestionWords = { title: string; text: ReactNode; action: string };

type Props<V extends FormValues, Answer> = {
  form: ReturnType<typeof useForm<V>>;
  /** Sends the values; a refusal stands at its fields, or in a toast. */
  send: (values: V) => Promise<Answer>;
  /** The label of the button that sends it. `Update` changes a record, any other one adds it. */
  action: string;
  /** Where Cancel leads if there is no page to go back to. */
  cancel: string;
  /** Where to go once it is saved. */
  then: (answer: Answer) => unknown;
  /** Asks with these words before the checked values are sent. */
  question?: (values: V) => QuestionWords;
  /** Says what leaving loses. */
  unsaved?: string;
  children: ReactNode;
};

const UNSAVED = 'Your changes are not saved yet. Leaving this page loses what you typed.';

type Asked<V> = { values: V; answer: (isSent: boolean) => void };

type QuestionProps<V> = { asked: Asked<V> | null; question: (values: V) => QuestionWords };

/** The question before a form is sent. Its words stay while it closes. */
function SendQuestion<V>({ asked, question }: QuestionProps<V>) {
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  const shown = asked ?? last;
  if (!shown) return null;
  const { text, ...words } = question(shown.values);
  return (
    <Confirm
      {...words}
      opened={asked !== null}
      busy={false}
      onConfirm={() => shown.answer(true)}
      onClose={() => shown.answer(false)}
    >
      <p>{text}</p>
    </Confirm>
  );
}

/** A record's form: fields, a key for each body, a toast, and a question on leaving unsaved. */
export function RecordForm<V extends FormValues, Answer extends { message: string }>({
  form,
  send,
  action,
  cancel,
  then,
  question,
  unsaved = UNSAVED,
  children,
}: Props<V, Answer>) {
  const goBack = useBack(cancel);
  const [asked, setAsked] = useState<Asked<V> | null>(null);
  const ask = async (values: V): Promise<boolean> => {
    if (!question) return true;
    const isSent = await new Promise<boolean>((answer) => setAsked({ values, answer }));
    setAsked(null);
    return isSent;
  };
  const submit = form.submit(async (values) => {
    if (!(await ask(values))) return;
    const answer = await send(values);
    form.retryKey.forget();
    // Leaving loses nothing once the values are saved.
    form.reset(values);
    toast.success(answer.message, action === 'Update' ? { duration: UPDATED_MS } : {});
    await then(answer);
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <div className={styles.buttons}>
        <Button type="submit" loading={form.isBusy && asked === null}>
          {action}
        </Button>
        <Button variant="default" onClick={goBack}>
          Cancel
        </Button>
      </div>
      {question && <SendQuestion asked={asked} question={question} />}
      <LeaveQuestion isUnsaved={form.isDirtyNow}>
        <p>{unsaved}</p>
      </LeaveQuestion>
    </form>
  );
}

type MoneyProps = Omit<TextInputProps, 'onChange'> & { value: string; onText: (text: string) => void };

/**
 * An amount in cedis: `1,500` becomes `1500.00` on leaving; an invalid text stays for its error.
 */
export function MoneyInput({ value, onText, onBlur, ...props }: MoneyProps) {
  return (
    <TextInput
      {...props}
      value={value}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      leftSection={<small aria-hidden="true">GHS</small>}
      leftSectionWidth={48}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={(event) => {
        const parsed = parseMoney(value);
        if (parsed !== null && parsed !== value) onText(parsed);
        onBlur?.(event);
      }}
    />
  );
}
