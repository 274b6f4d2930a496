import { Link } from 'react-router';
import { OnRoad } from '../art/on-road.tsx';
import { Trotro } from '../art/trotro.tsx';
import { PageHead } from '../parts/page-head.tsx';
import styles from './blog-grid.module.css';
import { CoverArt } from './cover-art.tsx';
import { POSTS, type Post } from './posts.ts';

export function BlogGrid() {
  return (
    <>
      <PageHead
        title="Blog Grid - Our Blogs"
        lead="Land, yards and rooms: examples of what our land desk handles."
        art={
          <OnRoad height={151}>
            <Trotro />
          </OnRoad>
        }
      />
      <section className={styles.section}>
        <ul className={styles.grid}>
          {POSTS.map((post) => (
            <PostCard key={post.name} post={post} />
          ))}
        </ul>
        <p className={styles.note}>
          These are examples. <Link to="/contact">Ask us</Link> what is available today.
        </p>
      </section>
    </>
  );
}

function PostCard({ post }: { post: Post }) {
  return (
    <li className={styles.card}>
      <CoverArt cover={post.cover} className={styles.cover} />
      <div className={styles.text}>
        <p className={styles.category} data-sale={post.category === 'For Sale' || undefined}>
          {post.category}
        </p>
        <h2>{post.name}</h2>
        <p className={styles.location}>{post.location}</p>
        <p className={styles.foot}>
          <span>
            <b>GHS {post.price}</b> /sqft
          </span>
          <span>{post.type}</span>
        </p>
      </div>
    </li>
  );
}
