import { getLandDocument, issueLandDocument, type NewLandDocument } from '@banbo/contract';
import { Button, type ButtonProps } from '@mantine/core';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Props = {
  /** The kind of paper, and the application or tenancy that it is about. */
  paper: NewLandDocument;
  label: string;
  /** Names the record of a row for screen readers. */
  of?: string;
  button?: ButtonProps;
};

/** Issues a numbered paper, or finds the one that still holds, and opens it. */
export function IssuePaper({ paper, label, of, button }: Props) {
  const retryKey = useIdempotencyKey();
  const issue = () =>
    retryKey.send(paper, (idempotencyKey) => change(issueLandDocument, { body: paper, idempotencyKey }));
  const issuing = useAction({
    run: async () => {
      const issued = issue();
      await openFile(
        getLandDocument,
        issued.then(({ id }) => ({ params: { id } })),
      );
      return issued;
    },
    says: ({ message }) => message,
  });
  return (
    <Button variant="default" {...button} loading={issuing.isPending} onClick={() => issuing.mutate()}>
      {label}
      {of && <span className="visually-hidden"> {of}</span>}
    </Button>
  );
}
