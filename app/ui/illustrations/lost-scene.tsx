import lost from './lost.svg?url&no-inline'

export function LostScene() {
  return <img src={lost} alt="" width={256} height={256} />
}
