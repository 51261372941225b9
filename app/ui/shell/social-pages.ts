/** Where the community's work is shown elsewhere: the dojo's own tag on three networks. */
export function socialPages(productName: string): { to: string; label: string }[] {
  const tag = encodeURIComponent(productName.replace(/[^\p{L}\p{N}]/gu, ''))
  return [
    { to: `https://x.com/hashtag/${tag}`, label: 'X' },
    { to: `https://www.youtube.com/hashtag/${tag}`, label: 'YouTube' },
    { to: `https://www.instagram.com/explore/tags/${tag}/`, label: 'Instagram' },
  ]
}
