import { printReceipts, textReceipt } from '@banbo/contract';
import { Button } from '@mantine/core';
import { call } from '~/lib/api/api.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';

/** Prints and texts the receipts of payments that were just cleared together. */
export function ReceiptActions({ paymentIds }: { paymentIds: readonly string[] }) {
  const printing = useAction({
    run: () => openFile(printReceipts, { query: { payment_ids: paymentIds.join() } }),
    says: (name) => `${name} is open. Print it from there.`,
  });
  const texting = useAction({
    run: () => call(textReceipt, { body: { payment_ids: [...paymentIds] } }),
    says: ({ message }) => message,
  });
  const isOne = paymentIds.length === 1;
  return (
    <>
      <Button size="xs" loading={printing.isPending} onClick={() => printing.mutate()}>
        {isOne ? 'Print receipt' : 'Print receipts'}
      </Button>
      <Button size="xs" variant="default" loading={texting.isPending} onClick={() => texting.mutate()}>
        {isOne ? 'Text it' : 'Text them'}
      </Button>
    </>
  );
}
