/** The drawing that covers a card. */
export type Cover = 'plot' | 'house' | 'shop' | 'yard';

export type Post = {
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
export const POSTS: readonly Post[] = [
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
