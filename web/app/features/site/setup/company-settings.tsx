import { hasAccounts, type Site, type SiteSettings } from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { HowToPay } from '~/components/site/how-to-pay.tsx';
import { SiteFooter } from '~/components/site/site-footer.tsx';
import { PreviewedSite } from '~/components/site/site-info.ts';
import { ContactWays } from '../contact/contact-us.tsx';
import { PlanCards } from '../pricing/pricing.tsx';
import { type PreviewPart, SettingGroups } from './setting-groups.tsx';
import styles from './setup.module.css';
import { settingsQuery, useSettings } from './use-settings.ts';

const PARTS: Readonly<Record<PreviewPart, { label: string; draw: () => ReactNode }>> = {
  footer: { label: 'Footer', draw: () => <SiteFooter /> },
  contact: { label: 'Contact page', draw: () => <ContactWays /> },
  payment: { label: 'How to pay', draw: () => <HowToPay plan={null} /> },
  plans: { label: 'Plan cards', draw: () => <PlanCards /> },
};

const CHOICES = Object.entries(PARTS).map(([value, { label }]) => ({ value, label }));

type Props = { typed: Site; shown: PreviewPart; onShow: (shown: PreviewPart) => void };

/**
 * The site's own components with the typed settings, as an inert picture; the form itself says the
 * same.
 */
function SettingsPreview({ typed, shown, onShow }: Props) {
  return (
    <aside className="stack tight" aria-label="Preview">
      <NativeSelect
        label="Preview of"
        size="xs"
        data={CHOICES}
        value={shown}
        onChange={(event) => onShow(event.currentTarget.value as PreviewPart)}
      />
      <div className={`card ${styles.picture}`} data-shown={shown} inert>
        <PreviewedSite value={hasAccounts(typed) ? typed : { ...typed, opens_soon: true }}>
          {PARTS[shown].draw()}
        </PreviewedSite>
      </div>
    </aside>
  );
}

function SettingsForm({ opened }: { opened: SiteSettings }) {
  const settings = useSettings(opened);
  const [shown, setShown] = useState<PreviewPart>('footer');
  const { changed, unusable, form } = settings;
  const count = changed.length === 1 ? '1 setting' : `${changed.length} settings`;
  return (
    <form className={`stack ${styles.form}`} onSubmit={settings.submit} noValidate aria-label="Company settings">
      {unusable.length > 0 && (
        <div className="notice small" role="alert">
          <p>These stored values cannot be used, so the built-in ones are used instead:</p>
          <ul>
            {unusable.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={`stack ${styles.columns}`}>
        <div className="stack">
          <SettingGroups settings={settings} onShow={setShown} />
        </div>
        <div className={`stack close ${styles.side}`}>
          <div className={`card row ${styles.bar}`}>
            <p role="status">{changed.length === 0 ? 'Nothing is changed.' : `${count} changed, not saved yet.`}</p>
            <Button type="submit" size="xs" loading={form.isBusy} disabled={changed.length === 0}>
              Save
            </Button>
            <Button size="xs" variant="default" disabled={changed.length === 0} onClick={settings.discard}>
              Discard
            </Button>
          </div>
          <SettingsPreview typed={settings.typed} shown={shown} onShow={setShown} />
        </div>
      </div>
      <LeaveQuestion isUnsaved={() => changed.length > 0}>
        <p>{count} changed and not saved yet. Leaving this page loses what you typed.</p>
      </LeaveQuestion>
    </form>
  );
}

/** The company's settings: the form, and beside it a preview of the site. */
export const CompanySettings = () => (
  <RecordLoaded of="the settings" query={settingsQuery}>
    {(settings) => <SettingsForm opened={settings} />}
  </RecordLoaded>
);
