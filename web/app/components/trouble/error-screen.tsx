import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isUnserved, whenServed } from '~/lib/api/when-served.ts';
import styles from './error-screen.module.css';

const reload = (): void => window.location.reload();
const reloadOnceServed = () => whenServed((wasAway) => wasAway && reload());

/**
 * The generic error screen: the error in words, and a way to try again. It loads the page by itself
 * once a server that was away is there.
 */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => (isUnserved(error) ? reloadOnceServed() : undefined), [error]);
  const message = isRouteErrorResponse(error)
    ? error.statusText || `Error ${error.status}`
    : error instanceof Error
      ? error.message
      : 'Unknown error';
  return (
    <main className={styles.screen} role="alert">
      <h1>Something went wrong:</h1>
      <p>{message}</p>
      {isUnserved(error) && <p>This page opens by itself once we can be reached again.</p>}
      <button type="button" className="button" onClick={reload}>
        Try again
      </button>
    </main>
  );
}
