import type { SiteSettings } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LeaveQuestion } from '~/components/question/leave-question.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { SettingGroups, type Shown } from './setting-groups.tsx';
import { SettingsPreview } from './settings-preview.tsx';
import styles from './setup.module.css';
import { settingsQuery, useSettings } from './use-settings.ts';

function SettingsForm({ opened }: { opened: SiteSettings }) {
  const settings = useSettings(opened);
  const [shown, setShown] = useState<Shown>('footer');
  const { changed, unusable, form } = settings;
  const count = changed.length === 1 ? '1 setting' : `${changed.length} settings`;
  return (
    <form className={styles.form} onSubmit={settings.submit} noValidate aria-label="Company settings">
      {unusable.length > 0 && (
        <div className={styles.unusable} role="alert">
          <p>These stored values cannot be used, so the built-in ones stand in their place:</p>
          <ul>
            {unusable.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.groups}>
          <SettingGroups settings={settings} onShow={setShown} />
        </div>
        <div className={styles.side}>
          <div className={styles.bar}>
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

/** The company's settings: the form, and beside it the site as visitors will see it. */
export function CompanySettings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (data) return <SettingsForm opened={data} />;
  if (!error) return <p role="status">Loading the settings...</p>;
  return <LoadError message={error.message} onRetry={refetch} />;
}
