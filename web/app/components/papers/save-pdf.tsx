import { Button } from '@mantine/core';
import { useAction } from '~/lib/api/use-action.ts';

type Props = {
  /** The document's name for screen readers: `the receipt of 68576386182`. */
  of: string;
  /** Saves the document and returns the file's name. */
  save: () => Promise<string>;
  children?: string;
};

/** A link in a table that saves a document. */
export function SavePdf({ of, save, children = 'PDF' }: Props) {
  const saving = useAction({ run: save, says: (name) => `${name} is saved.` });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      td="underline"
      aria-label={`${children}: ${of}`}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {children}
    </Button>
  );
}
