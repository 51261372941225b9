interface Props {
  sections: readonly { id: string; title: string }[]
}

export function Contents({ sections }: Props) {
  return (
    <nav aria-labelledby="contents-heading">
      <h2 id="contents-heading" className="mb-3 eyebrow font-sans">
        Contents
      </h2>
      <ol className="article-contents">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
