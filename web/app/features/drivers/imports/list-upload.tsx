import { uploadDriverImport } from '@banbo/contract';
import { useNavigate } from 'react-router';
import { FileUpload } from '~/components/table-import/file-upload.tsx';
import { change } from '~/lib/query-client.ts';

/** Sends a list of drivers, and leads to its page. */
export function ListUpload() {
  const navigate = useNavigate();
  return (
    <FileUpload
      label="Send a list of drivers"
      fileLabel="File of drivers"
      title="A list of drivers, as CSV or Excel (.xlsx)"
      note="Up to 50,000 lines, each with a name, a car and a mobile number. You see first what would happen."
      send={(body, idempotencyKey) => change(uploadDriverImport, { body, idempotencyKey })}
      onSent={async ({ import_id }) => {
        await navigate(`/driver_import/${import_id}`);
      }}
    />
  );
}
