import { Icon, type IconName } from '../art/icon.tsx';
import { Section } from '../parts/section.tsx';
import styles from './panic-steps.module.css';

const STEPS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'button',
    title: 'You press',
    text: 'The button sits where your hand finds it, and nobody else has to notice.',
  },
  {
    icon: 'pin',
    title: 'We see you',
    text: 'Your car and the way it moves appear on the map in our control room.',
  },
  {
    icon: 'call',
    title: 'We call you',
    text: 'A person rings your phone. If you cannot speak, we do not wait for an answer.',
  },
  {
    icon: 'car',
    title: 'We come',
    text: 'The response team drives to where you are, and the Ghana Police are told.',
  },
];

/** The driver's first question, answered: what happens after the panic button, as four stops along a road. */
export function PanicSteps() {
  return (
    <Section title="When you press the panic button" ground="page">
      <ol className={`stack ${styles.road}`}>
        {STEPS.map(({ icon, title, text }) => (
          <li key={title} className={styles.stop}>
            <span className={styles.sign}>
              <Icon name={icon} />
            </span>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
