export const DAY_MS = 86_400_000;

/** As long as drafts and forms stay on a phone: left on a shared one they are not there for ever. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * DAY_MS;
