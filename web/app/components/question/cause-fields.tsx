import { Radio, Stack } from '@mantine/core';
import { checkBy, type Schema, withFixed } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { ReasonFields } from './reason-fields.tsx';

/** A form that asks for a cause and a reason, checked as the body with its fixed fields. */
export const useCauseForm = (schema: Schema, fixed: object) => {
  const check = checkBy(withFixed(schema, fixed));
  return useForm({
    initial: { cause: '', reason: '' },
    check: ({ cause, reason }) => check({ reason, ...(cause !== '' && { cause }) }),
  });
};

type Props<C extends string> = {
  form: ReturnType<typeof useCauseForm>;
  label: string;
  causes: readonly C[];
  labels: Readonly<Record<C, string>>;
  /** The sentence about the money for each cause. */
  effects: Readonly<Record<C, string>>;
  seenBy: string;
  /** Usual reasons to choose from. */
  presets: readonly string[];
};

/** The cause of something that cannot be undone, with its effect, and the reason. */
export function CauseFields<C extends string>({ form, label, causes, labels, effects, ...reason }: Props<C>) {
  const { error, id } = form.input('cause');
  return (
    <>
      <Radio.Group
        mt="sm"
        id={id}
        label={label}
        required
        value={form.values.cause}
        error={error}
        onChange={(cause) => form.setFieldValue('cause', cause)}
      >
        <Stack gap="xs" mt={4}>
          {causes.map((cause) => (
            <Radio key={cause} value={cause} label={labels[cause]} description={effects[cause]} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonFields form={form} {...reason} />
    </>
  );
}
