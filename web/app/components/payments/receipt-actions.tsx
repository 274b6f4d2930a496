import {
  getLandReceiptPdf,
  getPaymentReceipt,
  parseReceiptNumber,
  printLandReceipt,
  printReceipts,
  textLandReceipt,
  textReceipt,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { call } from '~/lib/api/api.ts';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { openFile, saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** `receipt R000557`, or of several the first and the last. */
export const receiptWords = (receipts: readonly string[]): string => {
  const [first = '', ...others] = receipts;
  return others.length === 0 ? `receipt ${first}` : `receipts ${first} to ${others.at(-1)}`;
};

type Place = {
  /** Names the receipts for screen readers: `receipt R000557`. */
  of: string;
  /** The button that prints, which gets the focus after money is taken. */
  printButton?: RefObject<HTMLButtonElement | null>;
  onPrinted?: () => void;
  /** True in a row of a list, where the buttons have no frame. */
  isInRow?: boolean;
};

type ButtonsProps = Place & {
  /** Null for those who may not; the two give the name of the file. */
  print: (() => Promise<string>) | null;
  text: (() => Promise<{ message: string }>) | null;
  save: () => Promise<string>;
};

/** Prints, texts and saves receipts of either side, as far as the person may. */
function ReceiptButtons({ of, printButton, onPrinted, isInRow = false, print, text, save }: ButtonsProps) {
  const printing = useAction({
    run: async () => print?.(),
    says: (name) => `${name} is open. Print it from there.`,
    ...(onPrinted && { onDone: onPrinted }),
  });
  const texting = useAction({ run: async () => text?.(), says: (answer) => answer?.message ?? '' });
  const saving = useAction({ run: save, says: (name) => `${name} is saved.` });
  const button = { variant: isInRow ? 'subtle' : 'default', size: 'compact-sm', ...(isInRow && { px: 4 }) } as const;
  return (
    <>
      {print && (
        <Button
          {...button}
          aria-label={`Print ${of}`}
          loading={printing.isPending}
          onClick={() => printing.mutate()}
          {...(printButton && { ref: printButton })}
        >
          Print
        </Button>
      )}
      {text && (
        <Button {...button} aria-label={`Text ${of}`} loading={texting.isPending} onClick={() => texting.mutate()}>
          Text
        </Button>
      )}
      <Button {...button} aria-label={`PDF: ${of}`} loading={saving.isPending} onClick={() => saving.mutate()}>
        PDF
      </Button>
    </>
  );
}

type Props = Place & {
  /** The payments that were cleared together; their receipts are one file and one text. */
  paymentIds: readonly string[];
};

/** The buttons of the receipts of drivers' payments. */
export function ReceiptActions({ paymentIds, ...place }: Props) {
  const { can } = useAbility();
  const query = { payment_ids: paymentIds.join() };
  const [id = '', another] = paymentIds;
  const isOne = another === undefined && can('payments.read');
  const mayIssue = can('payments.receive');
  return (
    <ReceiptButtons
      {...place}
      print={mayIssue ? () => openFile(printReceipts, { query }) : null}
      text={mayIssue ? () => call(textReceipt, { body: { payment_ids: [...paymentIds] } }) : null}
      save={() => (isOne ? saveFile(getPaymentReceipt, { params: { id } }) : saveFile(printReceipts, { query }))}
    />
  );
}

/** The buttons of a receipt of the land side, by its number as people see it. */
export function LandReceiptActions({ receipt, ...place }: Place & { receipt: string }) {
  const { can } = useAbility();
  const retryKey = useIdempotencyKey();
  const params = { id: parseReceiptNumber(receipt) ?? '' };
  const text = () => retryKey.send(params, (idempotencyKey) => call(textLandReceipt, { params, idempotencyKey }));
  return (
    <ReceiptButtons
      {...place}
      print={() => openFile(printLandReceipt, { params })}
      text={can('land.receive') ? text : null}
      save={() => saveFile(getLandReceiptPdf, { params })}
    />
  );
}
