/** What Amazon takes for sending a megabyte to a reader in the US, in dollars; only where 70% are paid. */
const deliveryPerMegabyte = 0.15

const highShareFrom = 2.99
const highShareTo = 9.99

/** True for list prices in US dollars that can earn 70%. */
export function earnsHighShare(price: number): boolean {
  return price >= highShareFrom && price <= highShareTo
}

/** What an author earns with one copy, in US dollars, at the better share the list price allows. */
export function royalty(price: number, megabytes: number): number {
  if (!earnsHighShare(price)) return cents(price * 0.35)
  return cents((price - megabytes * deliveryPerMegabyte) * 0.7)
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}
