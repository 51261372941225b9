/** The name of the picture of an entry or a challenge; titles are unique, so their slugs name the files. */
export function fileName(purpose: 'entry' | 'challenge', title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’'.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${purpose}-${slug}.webp`
}
