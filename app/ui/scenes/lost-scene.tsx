import lost from './lost.svg?url&no-inline'

/** A footbridge that has lost its middle, and someone who had meant to cross it. */
export function LostScene() {
  return <img src={lost} alt="" width={256} height={256} />
}
