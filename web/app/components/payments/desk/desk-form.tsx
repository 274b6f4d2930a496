import { Button, Flex, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { type ReceiptPlace, type Taken, TakenNote } from './taken-note.tsx';

type Props = {
  desk: {
    form: { isBusy: boolean };
    taken: Taken | null;
    takeAnother: () => void;
    submit: (event?: FormEvent) => void;
  };
  label: string;
  /** The buttons of the receipts, of the side that the money is of. */
  receipts: (taken: Taken, place: ReceiptPlace) => ReactNode;
  children: ReactNode;
};

/** The frame of the desk's form of either side: what was taken, the parts, and the way out. */
export function DeskForm({ desk, label, receipts, children }: Props) {
  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      onSubmit={desk.submit}
      onKeyDown={sendByKey}
      noValidate
      aria-label={label}
    >
      <TakenNote taken={desk.taken} onAnother={desk.takeAnother} receipts={receipts} />
      {children}
      <Group gap="xs" className="form-end">
        <Button type="submit" loading={desk.form.isBusy}>
          Submit
        </Button>
        <Button component={Link} to="/dashboard" variant="default">
          Cancel
        </Button>
      </Group>
    </Flex>
  );
}
