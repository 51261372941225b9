import { dollars, earnsHighShare, royalty } from './royalty.server.ts'

const PRICES = [0.99, 2.99, 4.99, 9.99, 10.99]

export function RoyaltyTable() {
  return (
    <table className="data-table">
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
        {PRICES.map((price) => (
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
