import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import { PAPER_TYPES } from './choose-paper.ts';

const KB = 1000;

/** `340 KB`, or `1.2 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;

type Props = { label: string; busy: boolean; onFile: (file: File) => void; of?: string };

/** A button that takes one file, and can take the same one again. */
export function PaperButton({ label, busy, onFile, of }: Props) {
  const empty = useRef<() => void>(null);
  const take = (file: File | null): void => {
    if (file) onFile(file);
    empty.current?.();
  };
  const name = of === undefined ? label : `${label}: ${of}`;
  return (
    <FileButton accept={PAPER_TYPES} resetRef={empty} inputProps={{ 'aria-label': name }} onChange={take}>
      {(props) => (
        <Button {...props} variant="default" size="xs" loading={busy} aria-label={of === undefined ? undefined : name}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
