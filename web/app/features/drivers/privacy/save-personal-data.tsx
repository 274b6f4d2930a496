import { type Endpoint, getOwnPersonalData, getPersonalData } from '@banbo/contract';
import { Button } from '@mantine/core';
import { saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Props = { endpoint: Endpoint; params?: Record<string, string>; children: string };

function SaveButton({ endpoint, params, children }: Props) {
  const saving = useAction({
    run: () => saveFile(endpoint, params ? { params } : {}),
    says: (name) => `${name} is saved.`,
  });
  return (
    <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
      {children}
    </Button>
  );
}

/** Saves a driver's personal data as a file, for staff to hand over. */
export const SaveDriversData = ({ id }: { id: string }) => (
  <SaveButton endpoint={getPersonalData} params={{ id }}>
    Export personal data
  </SaveButton>
);

/** Saves the signed-in member's personal data as a file. */
export const SaveOwnData = () => <SaveButton endpoint={getOwnPersonalData}>Save my data as a file</SaveButton>;
