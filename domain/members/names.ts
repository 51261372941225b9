/** The words a new member's name is made of: 22 adjectives and 23 ninja nouns (public §3). */
export const nameAdjectives: readonly string[] = words(`
  Silent Swift Hidden Crimson Paper Midnight Wandering Bold Gentle Iron Jade
  Lunar Misty Nimble Patient Quiet Rising Scarlet Steady Velvet Wild Winter`)

export const nameNouns: readonly string[] = words(`
  Ninja Shinobi Kunoichi Ronin Sensei Shadow Blade Katana Kunai Shuriken Lantern Ember
  Fox Koi Crane Heron Raven Tiger Dragon Lotus Maple Bamboo Wanderer`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
