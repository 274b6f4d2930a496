import { ICON_PATHS, type IconName } from './icon-paths.ts';

/** A line icon of the office, in the text's colour and size. Without a label it only decorates. */
export function Icon({ name, label, size = '1.15em' }: { name: IconName; label?: string; size?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
