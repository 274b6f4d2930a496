import type { PaymentType } from '@banbo/contract';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { Icon } from '~/components/icon.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** The fields of a row that money pays: their names, `payments.0.amount`, and their problems. */
export const fieldsOfRow = (index: number, errors: FieldErrors) => {
  const name = (field: string) => `payments.${index}.${field}`;
  return {
    name,
    props: (field: string) => ({ id: fieldId(name(field)), name: name(field), error: errors[name(field)] }),
    /** The end of each label. */
    of: `of payment ${index + 1}`,
  };
};

type Type = Pick<PaymentType, 'type_code' | 'description'>;

type TypeProps = {
  fields: ReturnType<typeof fieldsOfRow>;
  value: string;
  types: readonly Type[];
  wordsOf: (type: Type) => string;
  /** The label that shows; the name for screen readers says of which row it is. */
  label?: string;
  classNames?: { label: string };
  onType: (code: string) => void;
};

/** The payment type of a row. */
export const RowType = ({ fields: { props, of }, value, types, wordsOf, onType, ...shown }: TypeProps) => (
  <NativeSelect
    {...shown}
    {...props('payment_type')}
    aria-label={`Payment type ${of}`}
    value={value}
    data={[
      { value: '', label: 'Payment type' },
      ...types.map((type) => ({ value: type.type_code, label: wordsOf(type) })),
    ]}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);

/** Takes a row away. */
export const RemoveRow = ({ index, onRemove }: { index: number; onRemove: () => void }) => (
  <ActionIcon variant="subtle" size="lg" color="red" aria-label={`Remove payment ${index + 1}`} onClick={onRemove}>
    <Icon name="cross" />
  </ActionIcon>
);
