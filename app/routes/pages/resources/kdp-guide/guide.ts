export const GUIDE = {
  title: 'KDP Publishing Guide',
  subtitle: 'From a finished manuscript to a book that strangers can buy, step by step.',
  imageUrl: '/pictures/resources/kdp-publishing-guide.svg',
} as const

/** The figures that people come back for. */
export const FACTS = [
  { name: 'Cover size', value: '2560 x 1600', note: 'pixels, height by width' },
  { name: 'Royalty', value: '70%', note: 'for prices from $2.99 to $9.99' },
  { name: 'On sale', value: '24 to 72 hours', note: 'after you press Publish' },
] as const

/** Guides that do not exist yet. */
export const RELATED = [
  { title: 'Plotting a Novel with AI', text: 'From a premise to thirty scenes that pull.' },
  { title: 'Covers That Sell', text: 'Image models, type, and the twenty covers next to yours.' },
  { title: 'From Ebook to Audiobook', text: 'Casting and directing a voice that was never born.' },
] as const
