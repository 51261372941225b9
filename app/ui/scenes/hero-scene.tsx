import hero from './hero.svg?url&no-inline'

/**
 * Moon by night, red sun by day, behind ridges and a torii. The picture knows both and follows the color-scheme of
 * the page; its 'tall' view leaves room for the glow where the scene stands below the text.
 */
export function HeroScene() {
  return (
    <picture>
      <source media="(max-width: 79.99rem)" srcSet={`${hero}#tall`} />
      <img src={hero} alt="" width={2560} height={620} fetchPriority="high" className="hero-scene" />
    </picture>
  )
}
