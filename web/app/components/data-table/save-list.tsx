import type { Endpoint, ExportFormat, ShownList } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '~/lib/save-file.ts';
import { useAction } from '~/lib/use-action.ts';
import { askedOf } from './list-query.ts';
import type { ListAddress } from './list-state.ts';
import styles from './list-tools.module.css';

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
];

const KB = 1024;

/** `340 KB so far`, for people who wait. */
const progressOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB so far` : `${(bytes / KB / KB).toFixed(1)} MB so far`;

/** Saves all that fits a list's filter to a file, and says how far it is. */
export function SaveList({ file, address }: { file: Endpoint; address: ListAddress<ShownList> }) {
  const [bytes, setBytes] = useState(0);
  const saving = useAction({
    run: (format: ExportFormat) => saveFile(file, { query: { ...askedOf(address), format } }, setBytes),
    says: (name) => `${name} is saved.`,
    onEnd: () => setBytes(0),
  });
  return (
    <fieldset className={styles.save}>
      <legend>{saving.isPending ? progressOf(bytes) : 'Save as'}</legend>
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          variant="default"
          px="sm"
          aria-label={`Save as ${label}`}
          disabled={saving.isPending && saving.variables !== format}
          loading={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
        >
          {label}
        </Button>
      ))}
      <span className="visually-hidden" role="status">
        {saving.isPending && 'The list is being saved.'}
      </span>
    </fieldset>
  );
}
