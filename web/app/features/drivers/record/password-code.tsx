import { type Driver, fullName, issuePasswordCode, memberPasswordPath, shownName } from '@banbo/contract';
import { Box } from '@mantine/core';
import { Confirm } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { call } from '~/lib/api/api.ts';
import { useAction } from '~/lib/api/use-action.ts';

/** A code for a driver who lost their password: its question, and the code, shown once. */
export const usePasswordCode = (driver: Driver, onEnd: () => void) => {
  const issue = useAction({ run: () => call(issuePasswordCode, { params: { id: driver.id } }), onEnd });
  const link =
    issue.data && window.location.origin + memberPasswordPath({ code: issue.data.setup_code, car: driver.car_number });
  const question = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
    <Confirm
      opened={opened}
      title={`A new password code for ${shownName(fullName(driver))}?`}
      action="Make the code"
      busy={issue.isPending}
      onConfirm={() => issue.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      Anyone with the code can sign in as this driver. Make sure that you are talking to them: ask for the driver code
      and the number on their ID. Earlier codes no longer work. The audit log keeps that you made one.
    </Confirm>
  );
  const made = link && (
    <Box component="section" className="card stack close" maw="44rem" mb="md" role="status" aria-label="Password code">
      <p>
        Code: <strong>{issue.data?.setup_code}</strong>. It works once, within 24 hours, under Member sign-in, Set your
        password. {issue.data?.message}
      </p>
      <SecretLink label="Link with the code" link={link} />
    </Box>
  );
  return { question, made };
};
