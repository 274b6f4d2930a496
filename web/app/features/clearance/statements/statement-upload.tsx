import { uploadStatement } from '@banbo/contract';
import { useNavigate } from 'react-router';
import { FileUpload } from '~/components/table-import/file-upload.tsx';
import { change } from '~/lib/query-client.ts';

/** Sends the file of a statement, and leads to its page. */
export function StatementUpload() {
  const navigate = useNavigate();
  return (
    <FileUpload
      label="Send a statement"
      fileLabel="Statement file"
      title="A statement of the MoMo or bank account, as CSV or Excel (.xlsx)"
      note="Up to 50,000 lines. Nothing is money yet: you see first what would happen."
      send={(body, idempotencyKey) => change(uploadStatement, { body, idempotencyKey })}
      onSent={async ({ statement_id }) => {
        await navigate(`/statement_import/${statement_id}`);
      }}
    />
  );
}
