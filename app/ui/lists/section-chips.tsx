/** Links to the sections of a long page, on phones only. */
export function SectionChips({ sections }: { sections: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="Sections of this page" className="mt-6 flex flex-wrap gap-2 sm:hidden">
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className="inline-flex min-h-9 items-center rounded-full border border-edge/70 px-3.5 py-1 text-compact font-medium hover:border-edge hover:bg-ink/6"
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
