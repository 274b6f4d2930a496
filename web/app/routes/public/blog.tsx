import { pageMeta } from '~/components/site/site-meta.ts';
import { BlogGrid } from '~/features/site/blog/blog-grid.tsx';

export const meta = () => pageMeta('/blog');

export default function Blog() {
  return (
    <main>
      <BlogGrid />
    </main>
  );
}
