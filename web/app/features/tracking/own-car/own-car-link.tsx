import { Link, useSearchParams } from 'react-router';

/** Leads a member to the place of the car that the page is about. */
export function OwnCarLink({ className }: { className: string | undefined }) {
  const code = useSearchParams()[0].get('driver_code');
  return (
    <section className={className} aria-labelledby="my-car-title">
      <h2 id="my-car-title">My car</h2>
      <p>
        <Link to={code === null ? '/my_car' : `/my_car?driver_code=${encodeURIComponent(code)}`}>
          See where it is, where it was, and who viewed it
        </Link>
      </p>
    </section>
  );
}
