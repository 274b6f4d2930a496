import { Page } from '~/components/page/page.tsx';
import { DriverSearch } from '~/features/drivers/driver-search.tsx';

export default function DriverSearchPage() {
  return (
    <Page title="Driver Search">
      <DriverSearch />
    </Page>
  );
}
