import { AGREEMENT_DATE, AGREEMENT_PATH, AGREEMENT_TITLE, agreementSections, formatDay } from '@banbo/contract';
import { Link } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { PageHead } from '../parts/section.tsx';
import styles from './terms.module.css';

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** Keeps telephone numbers on one line. */
const unbroken = (text: string): string =>
  text.replace(/\d{3} \d{3} \d{4}/g, (phone) => phone.replaceAll(' ', '\u00a0'));

/** The agreement in nine sections, from the same text as its PDF. */
export default function Terms() {
  const sections = agreementSections(useSite());
  return (
    <>
      <PageHead title={AGREEMENT_TITLE} lead="What we promise you, and what we ask of you, under the law of Ghana." />
      <div className={`stack page-width page-part ${styles.layout}`}>
        <nav className={`stack close start ${styles.contents}`} aria-labelledby="terms-contents">
          <h2 id="terms-contents" className="large">
            Sections
          </h2>
          <ol>
            {sections.map(({ heading }) => (
              <li key={heading}>
                <a href={`#${idOf(heading)}`}>{heading}</a>
              </li>
            ))}
          </ol>
          <a className="button" href={AGREEMENT_PATH}>
            Agreement as PDF
          </a>
        </nav>
        <article className={`stack start ${styles.text}`}>
          <p className="muted">
            As of <time dateTime={AGREEMENT_DATE}>{formatDay(AGREEMENT_DATE)}</time>
          </p>
          {sections.map(({ heading, paragraphs }, index) => (
            <section key={heading} id={idOf(heading)} className="stack close">
              <h2>
                {index + 1}. {heading}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{unbroken(paragraph)}</p>
              ))}
            </section>
          ))}
          <Link to="/main_registration" className="button">
            Register
          </Link>
        </article>
      </div>
    </>
  );
}
