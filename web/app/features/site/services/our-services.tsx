import { PLANS, planOf, type Site } from '@banbo/contract';
import { Link } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { OnRoad, SiteIcon, type SiteIconName } from '../art/icon.tsx';
import { Taxi } from '../art/taxi.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './our-services.module.css';

const SERVICES: { icon: SiteIconName; name: string; feature: string }[] = [
  { icon: 'button', name: 'Panic button', feature: 'Tracking device with panic button' },
  { icon: 'pin', name: 'GPS tracking', feature: 'Tracking device with panic button' },
  { icon: 'watch', name: '24/7 monitoring', feature: '24/7 monitoring' },
  { icon: 'car', name: '24/7 response team', feature: '24/7 response team' },
  { icon: 'police', name: 'Police coordination', feature: '24/7 response team' },
  { icon: 'camera', name: 'Camera', feature: 'Camera' },
  { icon: 'call', name: 'Direct contact', feature: 'Direct contact' },
  { icon: 'headset', name: 'Personal help support', feature: 'Personal help support' },
  { icon: 'spray', name: 'Pepper spray', feature: 'Pepper spray' },
  { icon: 'wrench', name: 'Device and tracking servicing', feature: 'Device and tracking servicing' },
];

/** The plans that hold a service, in words; a service may be in none. */
const totalOf = (feature: string, features: Site['plan_features']): string => {
  const plans = features.find(({ name }) => name === feature)?.plans ?? [];
  if (plans.length === 0) return 'On request';
  if (plans.length === PLANS.length) return `In all ${plans.length} plans`;
  return plans.length === 1 ? `In 1 plan: ${planOf(plans[0] ?? null)?.name}` : `In ${plans.length} plans`;
};

export default function OurServices() {
  const { plan_features } = useSite();
  return (
    <>
      <PageHead
        title="Our Services"
        lead="Ten things we do for a driver, and how many of our plans hold each."
        art={
          <OnRoad height={133}>
            <Taxi />
          </OnRoad>
        }
      />
      <section className={`stack start page-width page-part ${styles.section}`}>
        <ul className={styles.grid}>
          {SERVICES.map(({ icon, name, feature }) => (
            <li key={name} className={`card ${styles.service}`}>
              <span className={styles.cover}>
                <SiteIcon name={icon} />
              </span>
              <h2>{name}</h2>
              <p className="muted small">{totalOf(feature, plan_features)}</p>
            </li>
          ))}
        </ul>
        <Link to="/pricing" className="button">
          Compare the plans
        </Link>
      </section>
    </>
  );
}
