import { Link } from 'react-router';
import { OnRoad } from '../art/icon.tsx';
import { Trotro } from '../art/trotro.tsx';
import { PageHead } from '../parts/section.tsx';
import styles from './blog-grid.module.css';

/** The drawing that covers a card. */
type Cover = 'plot' | 'house' | 'shop' | 'yard';

type Post = {
  cover: Cover;
  /** 'For Sale' is shown in green, others in orange. */
  category: 'For Sale' | 'For Rent';
  name: string;
  location: string;
  /** Cedis a square foot, as text with two decimals. */
  price: string;
  type: string;
};

/** The cards of the blog page: examples of the land desk's properties. */
const POSTS: readonly Post[] = [
  {
    cover: 'plot',
    category: 'For Sale',
    name: 'Serviced plot with site plan',
    location: 'Dodowa, Greater Accra',
    price: '11.50',
    type: 'Land',
  },
  {
    cover: 'yard',
    category: 'For Rent',
    name: 'Guarded parking yard',
    location: 'Tema Community 9',
    price: '1.20',
    type: 'Yard',
  },
  {
    cover: 'house',
    category: 'For Sale',
    name: 'Three-bedroom family house',
    location: 'Kasoa, Central Region',
    price: '86.00',
    type: 'House',
  },
  {
    cover: 'shop',
    category: 'For Rent',
    name: 'Workshop beside the station',
    location: 'Kejetia, Kumasi',
    price: '4.80',
    type: 'Shop',
  },
  {
    cover: 'plot',
    category: 'For Sale',
    name: 'Corner plot on a tarred road',
    location: 'Oyibi, Greater Accra',
    price: '14.00',
    type: 'Land',
  },
  {
    cover: 'shop',
    category: 'For Rent',
    name: 'Office over the taxi rank',
    location: 'Market Circle, Takoradi',
    price: '6.50',
    type: 'Office',
  },
];

const SHAPES = {
  plot: (
    <>
      <path fill="#c98a3d" d="M40 150 150 96l140 40-96 64z" />
      <path fill="none" stroke="#fbfaf6" strokeWidth="4" strokeDasharray="10 8" d="M40 150 150 96l140 40-96 64z" />
      <path fill="#fbfaf6" d="M36 128h8v24h-8zM146 74h8v24h-8zM286 114h8v24h-8zM190 178h8v24h-8z" />
    </>
  ),
  house: (
    <>
      <path fill="#fbfaf6" d="M80 110h160v80H80z" />
      <path fill="#c22f2a" d="m64 114 96-62 96 62z" />
      <path fill="#12352b" d="M144 138h32v52h-32zM98 130h28v26H98zM194 130h28v26h-28z" />
    </>
  ),
  shop: (
    <>
      <path fill="#fbfaf6" d="M70 92h180v98H70z" />
      <path fill="#f4bd3f" d="M60 70h200l10 34H50z" />
      <path fill="#e9e4d3" d="M93 70h33l-2 34H83zM160 70h33l10 34h-41zM227 70h33l10 34h-33z" />
      <path fill="#12352b" d="M90 122h66v44H90zM180 122h46v68h-46z" />
    </>
  ),
  yard: (
    <>
      <path fill="#3d4a45" d="M30 120h260v76H30z" />
      <path stroke="#fbfaf6" strokeWidth="4" d="M90 124v68M150 124v68M210 124v68M270 124v68" />
      <path fill="#f4bd3f" d="M104 138h32v46h-32zM226 138h30v46h-30z" />
      <path fill="#fbfaf6" d="M44 138h32v46H44z" />
      <path
        fill="none"
        stroke="#bcd2c7"
        strokeWidth="4"
        d="M30 118V84h260v34M60 84v34M90 84v34M120 84v34M150 84v34M180 84v34M210 84v34M240 84v34M270 84v34"
      />
    </>
  ),
};

/** A card's cover: the offered property, in the open country. */
function CoverArt({ cover, className }: { cover: Cover; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 320 210" width="320" height="210" aria-hidden="true">
      <path fill="#8fcbb4" d="M0 0h320v210H0z" />
      <circle cx="262" cy="46" r="22" fill="#fdf0cf" />
      <path fill="#4f9e82" d="M0 118c60-30 110-30 170-10s110 10 150-8v110H0z" />
      <path fill="#2b7a5e" d="M0 150c70-22 150-8 210 4s90 2 110-6v62H0z" />
      {SHAPES[cover]}
    </svg>
  );
}

export default function BlogGrid() {
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
      <section className="page-width page-part">
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
    <li className={`card ${styles.post}`}>
      <CoverArt cover={post.cover} className={styles.cover} />
      <div className={styles.text}>
        <p className={`small ${styles.category}`} data-sale={post.category === 'For Sale' || undefined}>
          {post.category}
        </p>
        <h2 className="large">{post.name}</h2>
        <p className="muted">{post.location}</p>
        <p className={`row apart ${styles.foot}`}>
          <span>
            <b>GHS {post.price}</b> /sqft
          </span>
          <span>{post.type}</span>
        </p>
      </div>
    </li>
  );
}
