import type { ReactNode } from 'react';
import { checkBy, type Schema } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { FormQuestion } from './confirm.tsx';
import { ReasonFields } from './reason-fields.tsx';

type Props = {
  opened: boolean;
  title: string;
  /** The label of the confirming button: a verb. */
  action: string;
  /** The words on the consequences. */
  children: ReactNode;
  /** The contract's schema of the body, whose only field is the reason. */
  schema: Schema;
  seenBy: string;
  /** Usual reasons to choose from. */
  presets?: readonly string[] | undefined;
  danger?: boolean | undefined;
  send: (body: { reason: string }) => Promise<{ message: string }>;
  onClose: () => void;
};

/** Asks for the reason of an action that is hard to undo. The field shows a refusal. */
export function ReasonQuestion({ children, schema, seenBy, presets, danger = true, ...question }: Props) {
  const form = useForm({ initial: { reason: '' }, check: checkBy(schema) });
  return (
    <FormQuestion danger={danger} form={form} {...question}>
      {children}
      <ReasonFields form={form} seenBy={seenBy} presets={presets} isFirst />
    </FormQuestion>
  );
}
