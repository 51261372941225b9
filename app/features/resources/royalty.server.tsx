/** Amazon’s delivery fee in the US, in dollars. Only the 70% royalty pays it. */
const deliveryPerMegabyte = 0.15

const highShareFrom = 2.99
const highShareTo = 9.99

function earnsHighShare(price: number): boolean {
  return price >= highShareFrom && price <= highShareTo
}

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

const tablePrices = [0.99, 2.99, 4.99, 9.99, 10.99]

export function RoyaltyTable() {
  return (
    <table>
      <caption className="sr-only">What one copy earns at some list prices</caption>
      <thead>
        <tr>
          <th scope="col">List price</th>
          <th scope="col">Royalty</th>
          <th scope="col">1 MB file</th>
          <th scope="col">5 MB file</th>
        </tr>
      </thead>
      <tbody>
        {tablePrices.map((price) => (
          <tr key={price}>
            <th scope="row">{dollars(price)}</th>
            <td>{earnsHighShare(price) ? '70%' : '35%'}</td>
            <td>{dollars(royalty(price, 1))}</td>
            <td>{price < 1.99 ? 'too large' : dollars(royalty(price, 5))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const left = 44
const bottom = 236
const perDollar = 24
const perEarned = 29

export function RoyaltyPlot() {
  return (
    <figure>
      <svg
        viewBox="0 0 420 278"
        className="mt-6 block w-full max-w-152 tabular-nums"
        role="img"
        aria-labelledby="plot-title"
      >
        <title id="plot-title">
          Earnings per copy by list price: 35% below $2.99, 70% from $2.99 to $9.99, 35% again above
        </title>
        <rect className="fill-gold/12" x={x(2.99)} y="14" width={x(9.99) - x(2.99)} height={bottom - 14} />
        {[0, 2, 4, 6].map((earned) => (
          <g key={earned}>
            <path className="stroke-line" d={`M${left} ${y(earned)}H408`} />
            <text className="fill-muted text-[14px]" x={left - 8} y={y(earned) + 4.5} textAnchor="end">
              ${earned}
            </text>
          </g>
        ))}
        {plotPrices.map((price) => (
          <text
            key={price}
            className="fill-muted text-[14px]"
            x={x(price)}
            y={bottom + 20}
            textAnchor="middle"
          >
            {price}
          </text>
        ))}
        <g fill="none" strokeLinecap="round">
          <path className="stroke-edge stroke-3" d={line(0.99, 2.98)} />
          <path className="stroke-edge stroke-3" d={line(10, 14.99)} />
          <path className="stroke-gold stroke-4" d={line(2.99, 9.99)} />
          <path
            className="stroke-edge stroke-[1.5] [stroke-dasharray:2_5]"
            d={`M${x(2.99)} ${y(royalty(2.98, 1))}V${y(royalty(2.99, 1))}`}
          />
          <path
            className="stroke-edge stroke-[1.5] [stroke-dasharray:2_5]"
            d={`M${x(9.99)} ${y(royalty(9.99, 1))}V${y(royalty(10, 1))}`}
          />
        </g>
        <Point price={2.99} dx={12} dy={16} />
        <Point price={9.99} dx={-8} dy={-10} anchor="end" />
        <Point price={10} dx={10} dy={18} />
        <text className="fill-muted text-[14px]" x="408" y={bottom + 38} textAnchor="end">
          List price in US dollars
        </text>
        <text
          className="fill-gold-text text-[15px] font-semibold"
          x={(x(2.99) + x(9.99)) / 2}
          y={bottom - 14}
          textAnchor="middle"
        >
          70% royalty
        </text>
      </svg>
      <figcaption>What one sold copy of a 1 MB ebook earns. A cent more than $9.99 halves it.</figcaption>
    </figure>
  )
}

const plotPrices = [1, 3, 5, 7, 10, 12, 15]

interface PointProps {
  price: number
  dx: number
  dy: number
  anchor?: 'end'
}

function Point({ price, dx, dy, anchor }: PointProps) {
  const earned = royalty(price, 1)
  return (
    <g>
      <circle className="fill-ground stroke-gold stroke-3" cx={x(price)} cy={y(earned)} r="4.5" />
      <text
        className="fill-ink text-[16px] font-semibold"
        x={x(price) + dx}
        y={y(earned) + dy}
        textAnchor={anchor}
      >
        {dollars(earned)}
      </text>
    </g>
  )
}

function line(from: number, to: number): string {
  return `M${x(from)} ${y(royalty(from, 1))}L${x(to)} ${y(royalty(to, 1))}`
}

function x(price: number): number {
  return round(left + price * perDollar)
}

function y(earned: number): number {
  return round(bottom - earned * perEarned)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
