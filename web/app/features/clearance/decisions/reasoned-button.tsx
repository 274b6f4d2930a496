import { MAX_DECISION_REASON, MISSING_DECISION_REASON } from '@banbo/contract';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';

type Props = {
  /** The button's label, and that of the question's. */
  label: string;
  title: string;
  action: string;
  /** Says what follows from it. */
  children: ReactNode;
  presets: readonly string[];
  /** Where the reason goes. */
  seenBy: string;
  danger?: boolean;
  busy: boolean;
  /** Decides, and calls back at its end. */
  onDecide: (reason: string, done: () => void) => void;
};

const OWN_WORDS = 'In my own words';

/** A button for a decision that takes a reason: a usual one, or the person's own words. */
export function ReasonedButton({
  label,
  title,
  action,
  children,
  presets,
  seenBy,
  danger = false,
  busy,
  onDecide,
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useId();
  const change = (text: string): void => {
    setReason(text);
    setProblem(null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim().length < 3) setProblem(MISSING_DECISION_REASON);
    else onDecide(reason.trim(), () => setAsking(false));
  };
  return (
    <>
      <Button className="wraps" variant="default" size="sm" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        opened={isAsking}
        title={title}
        action={action}
        danger={danger}
        busy={busy}
        form={form}
        onClose={() => setAsking(false)}
      >
        <form id={form} onSubmit={submit} noValidate>
          {children}
          <NativeSelect
            mt="sm"
            data-autofocus
            label="Usual reasons"
            data={[{ value: '', label: OWN_WORDS }, ...presets]}
            value={presets.includes(reason) ? reason : ''}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Textarea
            mt="sm"
            label="Reason"
            description={seenBy}
            required
            value={reason}
            error={problem}
            maxLength={MAX_DECISION_REASON}
            rows={3}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </form>
      </Confirm>
    </>
  );
}
