/** An item of the sidebar. One that is not ready shows what is coming and leads nowhere. */
export type MenuItem = { label: string; path: string; ready: boolean };

/** Items under a heading. */
export type MenuGroup = { label: string; items: readonly MenuItem[] };

/** A side of the business with its whole menu. */
export type MenuSide = { key: string; label: string; groups: readonly MenuGroup[] };

export const NOT_READY = 'Coming with a later version';
