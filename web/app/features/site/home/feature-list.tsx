import { Icon, type IconName } from '../art/icon.tsx';
import { Section } from '../parts/section.tsx';
import styles from './feature-list.module.css';

const FEATURES: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'camera',
    title: 'Security Equipment',
    text: 'A GPS tracking device with panic button, a camera and pepper spray, fitted and shown to you by our people.',
  },
  {
    icon: 'headset',
    title: '24/7 Response Team',
    text: 'Somebody is always watching the map. At night, at weekends, on holidays, a person answers and a car is ready.',
  },
  {
    icon: 'police',
    title: 'Collaboration with Ghana Police',
    text: 'We pass on what we see, while it happens, to the police who are nearest to your car.',
  },
  {
    icon: 'person',
    title: 'Target Market',
    text: 'Drivers of taxis and ride-share cars who take strangers at any hour, and owners of private cars.',
  },
];

export function FeatureList() {
  return (
    <Section title="What stands behind you" ground="night">
      <ul className={`tiles halves ${styles.features}`}>
        {FEATURES.map(({ icon, title, text }) => (
          <li key={title} className={`icon-text ${styles.feature}`}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
