import styles from './initials.module.css';

/** The first letters of the first and the last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toUpperCase();
};

/** A person's initials where there is no photo; the name itself stands beside it. `size` is a CSS length. */
export function Initials({ name, size = '2.25rem' }: { name: string; size?: string }) {
  return (
    <span className={styles.initials} style={{ '--initials-size': size }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
