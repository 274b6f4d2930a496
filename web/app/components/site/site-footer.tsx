import { formatPhone } from '@banbo/contract';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './site-footer.module.css';
import { isPage, MEMBER_SIGN_IN, TENANT_SIGN_IN } from './site-header.tsx';
import { useSite } from './site-info.ts';
import { SiteName } from './site-name.tsx';

type Props = { className?: string | undefined };

/** The named numbers to call in an emergency; nothing if the company has none. */
export function EmergencyNumbers({ className }: Props) {
  const { emergency_numbers } = useSite();
  if (emergency_numbers.length === 0) return null;
  return (
    <ul className={className} aria-label="Emergency numbers">
      {emergency_numbers.map(({ name, number }) => (
        <li key={number}>
          <a href={`tel:${number.replaceAll(' ', '')}`}>
            <span>{name}</span> <strong>{number}</strong>
          </a>
        </li>
      ))}
    </ul>
  );
}

const FIRST_YEAR = 2024;
/** Pages of registration itself and of the land side, without the call to register as a driver. */
const WITHOUT_BANNER = [
  '/main_registration',
  '/main_payments',
  '/plot_search',
  '/land_paper',
  '/tenant_login',
  '/tenant_password',
  '/ask_sign_in',
];

const social = `row ${styles.social}`;

const never = () => () => {};
const thisYear = () => new Date().getUTCFullYear();

export function SiteFooter() {
  const site = useSite();
  const { pathname } = useLocation();
  const year = useSyncExternalStore(never, thisYear, () => import.meta.env.BUILD_YEAR);
  return (
    <footer className={styles.footer}>
      {!WITHOUT_BANNER.some((page) => isPage(page, pathname)) && <FooterBanner />}
      <div className={`stack page-width ${styles.columns}`}>
        <div className={styles.about}>
          <SiteName />
          <p>Your Security Our Concern</p>
          <p>
            <Link to={MEMBER_SIGN_IN.to}>{MEMBER_SIGN_IN.label}</Link>
          </p>
          <p>
            <Link to={TENANT_SIGN_IN.to}>{TENANT_SIGN_IN.label}</Link>
          </p>
          <p>
            <Link to="/plot_search">Is this plot free?</Link>
          </p>
          <p>
            <Link to="/land_paper">Check a land paper</Link>
          </p>
        </div>
        <section>
          {site.office_location && (
            <>
              <h2>Office location</h2>
              <p>{site.office_location}</p>
            </>
          )}
          {site.gps_address && (
            <>
              <h2>GPS address</h2>
              <p>{site.gps_address}</p>
            </>
          )}
        </section>
        <section>
          {(site.email || site.mobile_numbers.length > 0) && (
            <>
              <h2>Contact</h2>
              <ul>
                {site.email && (
                  <li>
                    <a href={`mailto:${site.email}`}>{site.email}</a>
                  </li>
                )}
                {site.mobile_numbers.map((number) => (
                  <li key={number}>
                    <a href={`tel:${number}`}>{formatPhone(number)}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
          {site.social_links.length > 0 && (
            <>
              <h2>Follow us</h2>
              <ul className={social}>
                {site.social_links.map(({ name, url }) => (
                  <li key={name}>
                    <a href={url} rel="noopener me">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <section>
          {site.emergency_numbers.length > 0 && (
            <>
              <h2>In an emergency</h2>
              <EmergencyNumbers className={social} />
            </>
          )}
          <h2>Security equipment</h2>
          <p>GPS tracking device with panic button, camera and pepper spray.</p>
          <h2>24/7 response team</h2>
          <p>People who watch, answer and come, day and night, together with the Ghana Police.</p>
          <h2>Target market</h2>
          <p>Private car owners, and commercial drivers of taxis and ride-share cars.</p>
        </section>
      </div>
      <p className={`small ${styles.copyright}`}>
        © {copyrightYears(year)} {site.company_name}. All rights reserved.
      </p>
    </footer>
  );
}

function FooterBanner() {
  return (
    <section className={styles.banner}>
      <h2>Get Your Vehicle &amp; Yourself Secured</h2>
      <p>Register on your phone, pay by MoMo, and we fit the device.</p>
      <Link to="/main_registration" className="button accent">
        Register now
      </Link>
    </section>
  );
}

const copyrightYears = (year: number): string => (year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : `${FIRST_YEAR}`);
