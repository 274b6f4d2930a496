import { Link } from 'react-router';
import { SiteIcon, type SiteIconName } from '../art/icon.tsx';
import { PageHead, Section } from '../parts/section.tsx';
import styles from './mission.module.css';

const VALUES: { icon: SiteIconName; title: string; text: string }[] = [
  {
    icon: 'call',
    title: 'We answer',
    text: 'Every alarm is taken by a person. No menu, no recording, no waiting line.',
  },
  {
    icon: 'form',
    title: 'We say what it costs',
    text: 'Prices are on this site. What is not on the list is not charged.',
  },
  {
    icon: 'watch',
    title: 'We keep to ourselves what we see',
    text: 'Where you drive is nobody’s business but yours, until you call for help.',
  },
  {
    icon: 'police',
    title: 'We work with the law',
    text: 'Our teams help and report. Arrests are made by the Ghana Police, and evidence is handed to them.',
  },
];

export default function Mission() {
  return (
    <>
      <PageHead title="More About Us" lead="What we are here for, and what you may hold us to." />
      <Section title="Our mission">
        <p className={styles.statement}>
          That every driver in Ghana who leaves home for work comes home again, with the car, and that the family
          waiting there can know it.
        </p>
      </Section>
      <Section title="What we hold ourselves to" ground="sunk">
        <ul className="tiles halves">
          {VALUES.map(({ icon, title, text }) => (
            <li key={title} className="icon-text">
              <SiteIcon name={icon} />
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ul>
        <Link to="/about" className="button">
          Back
        </Link>
      </Section>
    </>
  );
}
