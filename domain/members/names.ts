/** The words a new member's name is made of: 22 adjectives and 23 ninja nouns (PROF-4). */
export const nameAdjectives: readonly string[] = words(`
  Silent Swift Hidden Crimson Paper Midnight Wandering Bold Gentle Iron Jade
  Lunar Misty Nimble Patient Quiet Rising Scarlet Steady Velvet Wild Winter`)

export const nameNouns: readonly string[] = words(`
  Ninja Shinobi Kunoichi Ronin Sensei Shadow Blade Katana Kunai Shuriken Lantern Ember
  Fox Koi Crane Heron Raven Tiger Dragon Lotus Maple Bamboo Wanderer`)

/** The words of a generated display name: 29 that say what kind, and 28 ninjas (PROF-21). */
export const generatedKinds: readonly string[] = words(`
  Agile Amber Ancient Brave Celestial Clever Cloudborn Cobalt Curious Dawnlit Daring Electric Fearless Frosted
  Golden Humble Indigo Lucid Masked Moonlit Mystic Neon Obsidian Radiant Restless Stormy Tranquil Vivid Whispering`)

export const generatedNinjas: readonly string[] = words(`
  Ninja Shinobi Kunoichi Samurai Ronin Sensei Shogun Senpai Monk Scout Archer Dancer Painter Dreamer
  Falcon Panther Viper Mantis Wolf Owl Otter Tanuki Kitsune Phoenix Cypress Blossom Thunder Comet`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
