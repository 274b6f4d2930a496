import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  formatDay,
  getOwnStatement,
  type OwnLand,
  shownName,
  showOwnLand,
} from '@banbo/contract';
import { Box } from '@mantine/core';
import { Page } from '~/components/page/page.tsx';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { saveFile } from '~/lib/api/save-file.ts';
import { OwnDetails } from './own-details.tsx';
import styles from './own-land.module.css';
import { OwnLandPayments } from './own-land-payments.tsx';
import { OwnMessages } from './own-messages.tsx';
import { OwnTenancies } from './own-tenancies.tsx';

// The office may have decided or answered meanwhile.
export const ownLandQuery = { ...read(showOwnLand, {}), staleTime: 0 };

function OwnApplications({ applications }: Pick<OwnLand, 'applications'>) {
  if (applications.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="my-applications-title">
      <h2 id="my-applications-title">My applications</h2>
      <ul className="ruled">
        {applications.map(({ id, number, kind, status, entered_at }) => (
          <li key={id}>
            <strong>{number}</strong>
            <span>{APPLICATION_KIND_LABELS[kind]}</span>
            <span>{APPLICATION_STATUS_LABELS[status]}</span>
            <small>entered on {formatDay(entered_at.slice(0, 10))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A tenant's own page: plots, applications, details and messages. */
export function OwnLandPage() {
  return (
    <RecordLoaded of="your page" query={ownLandQuery}>
      {(land) => (
        <Page title={shownName(land.fullname)} lead={land.tenant_code}>
          <OwnTenancies tenancies={land.tenancies} />
          <OwnLandPayments />
          <Box mb="lg">
            <SavePdf of="what I was charged and paid since last year" save={() => saveFile(getOwnStatement, {})}>
              My statement (PDF)
            </SavePdf>
          </Box>
          <OwnApplications applications={land.applications} />
          <OwnMessages messages={land.messages} />
          <OwnDetails land={land} />
        </Page>
      )}
    </RecordLoaded>
  );
}
