import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { receiptWords } from '../receipt-actions.tsx';

/** Money that was just taken, with the payments that it cleared and their receipts. */
export type Taken = { message: string; paymentIds: readonly string[]; receipts: readonly string[]; isCash: boolean };

/** Where the buttons of the receipts stand: named by the receipts, with the focus of the note. */
export type ReceiptPlace = {
  of: string;
  printButton: RefObject<HTMLButtonElement | null>;
  onPrinted: () => void;
};

type TakenProps = {
  taken: Taken | null;
  onAnother: () => void;
  /** The buttons of the receipts, of the side that the money is of. */
  receipts: (taken: Taken, place: ReceiptPlace) => ReactNode;
};

/**
 * Tells of money that was taken, and offers the receipts and the next payment. Whoever pays cash
 * stands at the desk and waits for paper, so printing has the focus then, and the next one else.
 */
export function TakenNote({ taken, onAnother, receipts }: TakenProps) {
  const print = useRef<HTMLButtonElement>(null);
  const another = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (taken) ((taken.isCash && print.current) || another.current)?.focus();
  }, [taken]);
  const words = receiptWords(taken?.receipts ?? []);
  return (
    <Stack gap="xs" className={taken ? 'note' : 'visually-hidden'}>
      <p role="status">{taken?.message}</p>
      {taken && (
        <Group gap="xs">
          {taken.receipts.length > 0 && (
            <>
              <strong>{words.charAt(0).toUpperCase() + words.slice(1)}</strong>
              {receipts(taken, { of: words, printButton: print, onPrinted: () => another.current?.focus() })}
            </>
          )}
          <Button ref={another} size="compact-sm" onClick={onAnother}>
            Another
          </Button>
        </Group>
      )}
    </Stack>
  );
}
