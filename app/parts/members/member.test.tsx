import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { RANKS } from '#domain/points/ranks.ts'
import { Avatar } from './avatar.tsx'
import { MemberLine } from './member.tsx'
import { RankBadge, rankClass } from './rank.tsx'
import { RankProgress } from './rank-progress.tsx'

describe('a member without a name, a picture and a rank', () => {
  it('is shown as an anonymous ninja and a novice with a drawn face', () => {
    const html = shown(<MemberLine person={{ id: '7', displayName: '', photoUrl: '', rank: '' }} />)
    expect(html).toMatch(/href="\/profile\/7"[^>]*>Anonymous Ninja</)
    expect(html).toContain('Novice Ninja')
    expect(html).toContain('src="/avatars/ninja-1.svg"')
    expect(shown(<Avatar photoUrl={null} />)).toContain('src="/avatars/ninja-1.svg"')
    expect(shown(<RankBadge rank="" />)).toContain('Novice Ninja')
  })
})

describe('a rank', () => {
  it.each(RANKS)('$name has its own colour', ({ name, colour }) => {
    const styles = readFileSync('app/styles/tokens.css', 'utf8')
    expect(styles).toContain(`.${rankClass(name)}`)
    expect(styles.toUpperCase()).toContain(colour)
  })

  it('shows the progress to the next as a bar, and marks the last', () => {
    const html = shown(<RankProgress points={325} rank="Emerging Ninja" />)
    expect(html).toContain('Next: Adept Ninja')
    expect(html).toMatch(/<progress[^>]*value="50" max="100"/)
    expect(shown(<RankProgress points={149} rank="Novice Ninja" />)).toContain('value="99"')
    expect(shown(<RankProgress points={1} rank="Novice Ninja" />)).toContain('>1 point<')
    const top = shown(<RankProgress points={31_000} rank="Legendary Ninja" />)
    expect(top).toContain('Max Rank')
    expect(top).toContain('31,000')
  })
})

function shown(part: React.ReactElement): string {
  return renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
}
