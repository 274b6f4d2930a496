import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowList } from './row-list.tsx';
import styles from './setup.module.css';
import type { Settings } from './use-settings.ts';

export type Shown = 'footer' | 'contact' | 'payment' | 'plans';

type GroupProps = { title: string; shows: Shown; onShow: (shown: Shown) => void; children: ReactNode };

/** Settings that belong together. With the focus in one of them, the preview turns to where visitors see them. */
function Group({ title, shows, onShow, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title} onFocus={() => onShow(shows)}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type Props = { settings: Settings; onShow: (shown: Shown) => void };

/** All settings of the company, grouped by where visitors meet them. */
export function SettingGroups({ settings, onShow }: Props) {
  const { form } = settings;
  const input = (name: string, label: string, maxLength: number) => (
    <TextInput {...form.input(name)} label={label} maxLength={maxLength} autoComplete="off" size="xs" />
  );
  return (
    <>
      <Group title="Name and office" shows="footer" onShow={onShow}>
        <div className={styles.fields}>
          {input('company_name', 'Company name', 80)}
          {input('email', 'E-mail', 254)}
          {input('office_location', 'Office address', 200)}
          {input('gps_address', 'GPS address', 40)}
        </div>
        <RowList field="mobile_numbers" settings={settings} />
        <RowList field="social_links" settings={settings} />
      </Group>
      <Group title="Emergencies" shows="contact" onShow={onShow}>
        <RowList field="emergency_numbers" settings={settings} />
      </Group>
      <Group title="Mobile money" shows="payment" onShow={onShow}>
        <RowList field="momo_merchants" settings={settings} />
        <RowList field="momo_numbers" settings={settings} />
        <RowList field="networks" settings={settings} />
      </Group>
      <Group title="Plans" shows="plans" onShow={onShow}>
        <RowList field="plan_features" settings={settings} />
      </Group>
      <Group title="Members and maps" shows="footer" onShow={onShow}>
        <Checkbox
          label="Members may sign in: the home page’s Login leads to it"
          checked={form.values.member_signin_open === true}
          onChange={(event) => form.setFieldValue('member_signin_open', event.currentTarget.checked)}
        />
        <div className={styles.fields}>
          <TextInput
            {...form.input('base_map.url')}
            label="Base map: address of its tiles"
            placeholder="https://…/{z}/{x}/{y}.png. Empty: the built-in outline"
            maxLength={300}
            autoComplete="off"
            size="xs"
          />
          {input('base_map.attribution', 'Attribution on the map', 200)}
        </div>
      </Group>
    </>
  );
}
