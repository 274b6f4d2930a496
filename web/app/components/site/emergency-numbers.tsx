import { useSite } from './site-info.ts';

type Props = { className?: string | undefined };

/** The numbers to call in an emergency, each with its name; nothing where the company names none. */
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
