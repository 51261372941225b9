/** Says on every page that changes are refused at the moment. */
export function MaintenanceBanner({ notice }: { notice: string }) {
  return (
    <p role="status" className="border-b border-line bg-ground-2">
      <span className="page block py-2.5 text-small font-semibold wrap-anywhere">{notice}</span>
    </p>
  )
}
