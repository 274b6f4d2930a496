import { useParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { MergeScreen } from '~/features/drivers/merging/merge-screen.tsx';

export default function MergeDriver() {
  const { id = '' } = useParams();
  return (
    <Page
      title="Merge a Duplicate"
      lead="For one car and driver that were registered twice. One record stays, with the payments of both."
    >
      <MergeScreen id={id} />
    </Page>
  );
}
