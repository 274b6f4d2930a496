export const DAY_MS = 86_400_000;

/** Days that drafts and queued forms stay on a phone, which may be shared. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * DAY_MS;
