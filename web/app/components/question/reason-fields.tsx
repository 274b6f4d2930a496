import { Radio, Stack, Textarea } from '@mantine/core';
import type { ComponentProps, KeyboardEvent } from 'react';

const MAX_REASON = 300;

type ReasonForm = {
  values: { reason: string };
  input: (name: 'reason') => Pick<ComponentProps<typeof Textarea>, 'id' | 'name' | 'value' | 'error' | 'onChange'>;
  setFieldValue: (name: 'reason', value: string) => void;
};

type Props = {
  form: ReasonForm;
  seenBy: string;
  label?: string;
  /** Usual reasons to choose from. */
  presets?: readonly string[] | undefined;
  /** True where the question begins with the reason. */
  isFirst?: boolean;
};

type UsualProps = {
  presets: readonly string[];
  value: string;
  label: string;
  isFirst: boolean;
  onChange: (reason: string) => void;
};

/** The usual reasons as a list, of which a number key takes one. */
function UsualReasons({ presets, value, label, isFirst, onChange }: UsualProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.closest('form')?.requestSubmit();
    }
    const preset = presets[Number(event.key) - 1];
    if (preset === undefined) return;
    event.preventDefault();
    onChange(preset);
  };
  return (
    <Radio.Group mt="sm" label={label} value={value} onChange={onChange} onKeyDown={onKeyDown}>
      <Stack gap={6} mt={4}>
        {presets.map((preset, index) => (
          <Radio
            key={preset}
            value={preset}
            data-autofocus={(isFirst && index === 0) || undefined}
            label={
              <>
                <kbd aria-hidden>{index + 1}</kbd> {preset}
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Enter sends a text of one paragraph; with Shift it begins a line. */
const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** The reason of an action: a usual one that is chosen, or the person's own words. */
export function ReasonFields({ form, seenBy, label = 'Reason', presets, isFirst = false }: Props) {
  const { reason } = form.values;
  return (
    <>
      {presets && (
        <UsualReasons
          presets={presets}
          value={presets.includes(reason) ? reason : ''}
          isFirst={isFirst}
          label={label === 'Reason' ? 'Usual reasons' : 'Usual answers'}
          onChange={(preset) => form.setFieldValue('reason', preset)}
        />
      )}
      <Textarea
        mt="sm"
        {...form.input('reason')}
        data-autofocus={(isFirst && !presets) || undefined}
        label={label}
        description={seenBy}
        required
        maxLength={MAX_REASON}
        rows={2}
        onKeyDown={sendOnEnter}
      />
    </>
  );
}
