import { formatInstant } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useSession } from '~/lib/session/session-store.ts';
import { useSite } from '../site/site-info.ts';

/** Heads a page on paper: whose it is, who printed it and when. The screen does not show it. */
export function PrintedBy() {
  const { company_name } = useSite();
  const by = useSession()?.fullname;
  const [when, setWhen] = useState('');
  useEffect(() => {
    const note = () => setWhen(formatInstant(new Date().toISOString()));
    note();
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <p className="only-printed">
      {company_name} · Printed {when} by {by}
    </p>
  );
}
