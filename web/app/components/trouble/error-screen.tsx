import { isRouteErrorResponse, useRouteError } from 'react-router';
import styles from './error-screen.module.css';

/** The generic error screen: the error in words, and a way to try again. */
export function ErrorScreen() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error)
    ? error.statusText || `Error ${error.status}`
    : error instanceof Error
      ? error.message
      : 'Unknown error';
  return (
    <main className={styles.screen} role="alert">
      <h1>Something went wrong:</h1>
      <p>{message}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
