import { Segmented } from '#app/ui/controls/segmented.tsx'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { KINDS, kindLabel, TYPES, typeLabel } from '#domain/challenges/rules.ts'
import { type ArchiveAddress, archivePath } from './address.ts'

/** The archive's head with its two filters; each choice is a link that keeps the other filter. */
export function ArchiveBanner({ asked }: { asked: ArchiveAddress }) {
  const { type, kind } = asked
  const types = [null, ...TYPES].map((choice) => ({
    to: archivePath({ type: choice, kind, page: 1 }),
    label: choice ? typeLabel(choice) : 'All types',
    current: choice === type,
  }))
  const kinds = [null, ...KINDS].map((choice) => ({
    to: archivePath({ type, kind: choice, page: 1 }),
    label: choice ? kindLabel(choice) : 'All kinds',
    current: choice === kind,
  }))
  return (
    <PageBanner
      subject="pagoda"
      eyebrow="Closed and counted"
      title="Challenge Archive"
      subtitle="Every challenge that has ended, month by month. Its entries stay, and so does its winner."
    >
      <div className="flex flex-col items-start gap-3">
        <Segmented label="Filter by type" segments={types} />
        <Segmented label="Filter by kind" segments={kinds} />
      </div>
    </PageBanner>
  )
}
