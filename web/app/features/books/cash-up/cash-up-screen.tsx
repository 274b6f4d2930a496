import { OFFICE_PAGES } from '@banbo/contract';
import { Box } from '@mantine/core';
import { Page } from '~/components/page/page.tsx';
import { CashUpForm } from './cash-up-form.tsx';
import { OwnCashUps } from './cash-up-table.tsx';

/** The count of the person's own cash, and their cash-ups until now. */
export const CashUpScreen = () => (
  <Page
    // A title of its own has no count beside it: the list below is not what the page is about.
    title={OFFICE_PAGES.cash_up.title}
    lead="Count your own cash of a day first: what the books expect shows once you have handed it in."
  >
    <CashUpForm again={null} />
    <Box component="section" mt="xl" aria-labelledby="own-cash-ups">
      <h2 id="own-cash-ups">My cash-ups</h2>
      <OwnCashUps />
    </Box>
  </Page>
);
