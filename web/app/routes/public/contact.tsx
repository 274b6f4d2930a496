import { pageMeta } from '~/components/site/site-meta.ts';
import { ContactUs } from '~/features/site/contact/contact-us.tsx';

export const meta = () => pageMeta('/contact');

export default function Contact() {
  return (
    <main>
      <ContactUs />
    </main>
  );
}
