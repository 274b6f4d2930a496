import { getPaymentReceipt, printReceipts, textReceipt } from '@banbo/contract';
import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { call } from '~/lib/api/api.ts';
import { openFile, saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** `receipt R000557`, or of several the first and the last. */
export const receiptWords = (receipts: readonly string[]): string => {
  const [first = '', ...others] = receipts;
  return others.length === 0 ? `receipt ${first}` : `receipts ${first} to ${others.at(-1)}`;
};

type Props = {
  /** The payments that were cleared together; their receipts are one file and one text. */
  paymentIds: readonly string[];
  /** Names the receipts for screen readers: `receipt R000557`. */
  of: string;
  /** The button that prints, which gets the focus after money is taken. */
  printButton?: RefObject<HTMLButtonElement | null>;
  onPrinted?: () => void;
  /** True in a row of a list, where the buttons have no frame. */
  isInRow?: boolean;
};

/** Prints, texts and saves receipts, as far as the person may. */
export function ReceiptActions({ paymentIds, of, printButton, onPrinted, isInRow = false }: Props) {
  const { can } = useAbility();
  const query = { payment_ids: paymentIds.join() };
  const [id = '', another] = paymentIds;
  const printing = useAction({
    run: () => openFile(printReceipts, { query }),
    says: (name) => `${name} is open. Print it from there.`,
    ...(onPrinted && { onDone: onPrinted }),
  });
  const texting = useAction({
    run: () => call(textReceipt, { body: { payment_ids: [...paymentIds] } }),
    says: ({ message }) => message,
  });
  const isOne = another === undefined && can('payments.read');
  const saving = useAction({
    run: () => (isOne ? saveFile(getPaymentReceipt, { params: { id } }) : saveFile(printReceipts, { query })),
    says: (name) => `${name} is saved.`,
  });
  const button = { variant: isInRow ? 'subtle' : 'default', size: 'compact-sm', ...(isInRow && { px: 4 }) } as const;
  return (
    <>
      {can('payments.receive') && (
        <>
          <Button
            {...button}
            aria-label={`Print ${of}`}
            loading={printing.isPending}
            onClick={() => printing.mutate()}
            {...(printButton && { ref: printButton })}
          >
            Print
          </Button>
          <Button {...button} aria-label={`Text ${of}`} loading={texting.isPending} onClick={() => texting.mutate()}>
            Text
          </Button>
        </>
      )}
      <Button {...button} aria-label={`PDF: ${of}`} loading={saving.isPending} onClick={() => saving.mutate()}>
        PDF
      </Button>
    </>
  );
}
