import { useForm } from '@mantine/form';
import { checkPaymentField, EMPTY_PAYMENT, LABELS, type PaymentName, type PaymentValues } from './payment-values.ts';

const RULES = Object.fromEntries(
  (['amount', 'transaction_id'] as const).map((name) => [
    name,
    (_: unknown, values: PaymentValues) => checkPaymentField(name, values),
  ]),
);

/** The payment form's state. Amount and transaction ID are checked on leaving them, the rest where it is looked up. */
export const usePaymentForm = (prefill: Partial<PaymentValues>) => {
  const form = useForm<PaymentValues>({
    initialValues: { ...EMPTY_PAYMENT, ...prefill },
    validate: RULES,
    validateInputOnBlur: ['amount', 'transaction_id'],
  });

  /** The props by which a form field shows and changes one value. */
  const field = (name: PaymentName) => {
    const { value, error, onChange, onBlur } = form.getInputProps(name);
    return {
      name,
      label: LABELS[name],
      required: true,
      value: String(value),
      error,
      onChange: (text: string) => onChange(text),
      onBlur: () => onBlur?.(),
    };
  };

  return { ...form, field };
};

export type PaymentForm = ReturnType<typeof usePaymentForm>;
