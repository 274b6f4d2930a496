import { Link } from 'react-router';
import { useStartPage } from '~/lib/session/start-page.ts';
import { OnRoad } from '../art/icon.tsx';
import { Taxi } from '../art/taxi.tsx';
import { PageHead } from '../parts/section.tsx';

const WAYS = [
  { to: '/', label: 'Home' },
  { to: '/main_registration', label: 'Register' },
  { to: '/main_payments', label: 'Pay' },
  { to: '/pricing', label: 'Prices' },
  { to: '/contact', label: 'Contact us' },
];

/** The 404 page. */
export function Lost() {
  const start = useStartPage();
  const ways = start ? [start, ...WAYS] : WAYS;
  return (
    <>
      <PageHead
        title="Page not found"
        lead="This road leads nowhere. The address may be mistyped, or the page has moved."
        art={
          <OnRoad height={133}>
            <Taxi />
          </OnRoad>
        }
      />
      <nav className="row page-width page-part" aria-label="Where to go">
        {ways.map(({ to, label }, index) => (
          <Link key={to} to={to} className={index === 0 ? 'button' : 'button quiet'}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
