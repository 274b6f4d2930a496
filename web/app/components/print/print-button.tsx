import { Button } from '@mantine/core';

/** Prints the open page as it stands; a list prints its whole filter by `usePrintList`. */
export const PrintButton = () => (
  <Button variant="default" size="xs" onClick={() => window.print()}>
    Print
  </Button>
);
