import type { Site } from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { HowToPay } from '~/components/site/how-to-pay.tsx';
import { SiteFooter } from '~/components/site/site-footer.tsx';
import { PreviewedSite } from '~/components/site/site-info.ts';
import { ContactWays } from '../contact/contact-ways.tsx';
import { PlanCards } from '../pricing/plan-cards.tsx';
import type { Shown } from './setting-groups.tsx';
import styles from './setup.module.css';

const PARTS: Readonly<Record<Shown, { label: string; draw: () => ReactNode }>> = {
  footer: { label: 'Footer', draw: () => <SiteFooter /> },
  contact: { label: 'Contact page', draw: () => <ContactWays /> },
  payment: { label: 'How to pay', draw: () => <HowToPay plan={null} /> },
  plans: { label: 'Plan cards', draw: () => <PlanCards /> },
};

const CHOICES = Object.entries(PARTS).map(([value, { label }]) => ({ value, label }));

type Props = { typed: Site; shown: Shown; onShow: (shown: Shown) => void };

/**
 * The site's own components with the settings as they are typed. They are a picture: nothing in it can be pressed, and those who
 * cannot see it have the form itself.
 */
export function SettingsPreview({ typed, shown, onShow }: Props) {
  return (
    <aside className={styles.preview} aria-label="Preview">
      <NativeSelect
        label="Preview of"
        size="xs"
        data={CHOICES}
        value={shown}
        onChange={(event) => onShow(event.currentTarget.value as Shown)}
      />
      <div className={styles.picture} data-shown={shown} inert>
        <PreviewedSite value={typed}>{PARTS[shown].draw()}</PreviewedSite>
      </div>
    </aside>
  );
}
