/** One picture's colours. `ground` lies under everything, `deep` shades it, `ink` stands out against both. */
export interface Palette {
  mood: 'night' | 'day'
  ground: string
  deep: string
  ink: string
  colours: readonly [string, string, string, string, string]
}

export const palettes = {
  harbour: night('#0b1f2e', '#06121c', '#f2e6cf', ['#1f6f78', '#e8664a', '#f3b562', '#8fc1b5', '#2f4858']),
  ember: night('#231016', '#12070b', '#ffe8cf', ['#d7402b', '#f08a3c', '#f6c667', '#7a1f2b', '#b85c6b']),
  aubergine: night('#241233', '#13081f', '#f9e8f2', ['#7b3fa0', '#e56b9f', '#f9c784', '#45306e', '#58b5c9']),
  verdigris: night('#0d3b3e', '#071d22', '#f5e2c0', ['#1f8a80', '#e4574c', '#f0c9a0', '#7fb7a3', '#c43b4e']),
  persimmon: night('#161d42', '#0b1026', '#f6efe0', ['#ef6f3c', '#f3cf7a', '#58a6b0', '#8a5a83', '#34457c']),
  moss: night('#18251d', '#0b130e', '#eee9d2', ['#5c8a4f', '#b9c26b', '#d98e4a', '#3b5e50', '#e8d9a0']),
  plumrain: night('#2c1b31', '#180e1c', '#f3dfd8', ['#b76a7c', '#d9b0a6', '#6b4a63', '#8c9bb3', '#f0c7a1']),
  abyss: night('#04222f', '#02131b', '#dff6f0', ['#0f7f8c', '#4fd0c0', '#f58f7c', '#1d4e6b', '#f4e3b2']),
  gilt: night('#121622', '#080a10', '#f4ead2', ['#dcb550', '#a9792b', '#5c6b8a', '#2c3852', '#e8dcc0']),
  neon: night('#140c2a', '#0a0616', '#f8e6ff', ['#ff4d8d', '#3ad6e0', '#7c4dff', '#ffb84d', '#35246b']),
  claret: night('#3d1021', '#220812', '#f7ead9', ['#a8213f', '#e07a5f', '#9fd3b4', '#f2cc8f', '#6d2640']),
  slate: night('#222d39', '#131a22', '#f5e9e2', ['#d98c8c', '#8fa9b8', '#e9c9a8', '#53687a', '#b3566b']),
  cinder: night('#1f1b19', '#0f0d0c', '#f6e7d3', ['#f24c27', '#ff9a3d', '#6a564c', '#8f2f1c', '#e6c9a8']),
  boreal: night('#0a1a34', '#050c1a', '#e6fff6', ['#2bd4a0', '#6c7bff', '#a2f5c9', '#1c4f7a', '#e08cff']),
  cobalt: night('#1f3fa6', '#142a78', '#fff4de', ['#f26b4f', '#f8c64f', '#8fb7ff', '#f3e9d8', '#0d1b52']),
  brick: night('#b83f2c', '#8e2a1e', '#fff0dc', ['#f5b34c', '#2a2440', '#f3dcb8', '#7b1e2b', '#3f8f8a']),
  juniper: night('#12302f', '#091c1d', '#f0f3e4', ['#3f8f7a', '#c9d8a0', '#f2a65a', '#2a5a5c', '#e9e2c6']),
  washi: day('#f3ead8', '#e0d0b0', '#22262e', ['#c7391c', '#2f4858', '#d9a441', '#7d8f69', '#8a5a44']),
  porcelain: day('#eef1ec', '#d3dcda', '#14304f', ['#1f4e8c', '#5b8fc7', '#a9c6de', '#d2603f', '#e3b23c']),
  apricot: day('#fbe3cb', '#f3c7a0', '#3b1f2b', ['#e4572e', '#f3a712', '#a8c686', '#669bbc', '#7d3c54']),
  sakura: day('#fbe9e7', '#f2cccd', '#3a2a3f', ['#e58f9f', '#c65b7c', '#7fa8a0', '#f4c6a5', '#6a5a86']),
  citrus: day('#fff3c9', '#fbdc83', '#23391f', ['#f25f3a', '#f7b32b', '#2d936c', '#88b04b', '#1f5a5e']),
  linen: day('#e9e4da', '#cbc3b4', '#1e2a38', ['#33658a', '#86a8bd', '#e07b55', '#f1c27d', '#59473e']),
  pistachio: day('#e6edd5', '#c6d6a6', '#26352b', ['#5f8b4c', '#e27d60', '#e8a87c', '#41747d', '#c38d9e']),
  terracotta: day('#f0d9c3', '#dcb392', '#33201a', ['#b5482f', '#d9814e', '#e9b872', '#4d6b62', '#7a3b3b']),
  lagoon: day('#d5ece8', '#a5d3cf', '#10343c', ['#12818c', '#f2765c', '#f9c66b', '#3ba99c', '#214e6b']),
  lilac: day('#ece6f4', '#cfc3e4', '#2a2344', ['#7a5fb5', '#e07a9a', '#f3b69b', '#5aa3a8', '#b8a1d9']),
  newsprint: day('#efece3', '#d4cebf', '#1a1a1a', ['#d13b2a', '#2b3036', '#e9b949', '#5a6a72', '#a5ab9f']),
  letterpress: day('#f6f1e6', '#ded4bd', '#1f2a5c', ['#26357a', '#5563a6', '#9fa8d0', '#d9523b', '#c9b178']),
  coral: day('#f8f0e4', '#e8d6c0', '#254441', ['#ff6f59', '#254441', '#43aa8b', '#f2b880', '#ef3054']),
  saffron: day('#f6c453', '#e79f2b', '#2b1a2f', ['#d1495b', '#2b1a2f', '#00798c', '#fff1cf', '#8d3b72']),
  glacier: day('#dfeaf2', '#b3cbdc', '#16293d', ['#2a6f97', '#61a5c2', '#f28482', '#a9d6e5', '#f6bd60']),
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

function night(ground: string, deep: string, ink: string, colours: Palette['colours']): Palette {
  return { mood: 'night', ground, deep, ink, colours }
}

function day(ground: string, deep: string, ink: string, colours: Palette['colours']): Palette {
  return { mood: 'day', ground, deep, ink, colours }
}
