import { MoreLink } from '#site/page/more-link.tsx'

type SectionHeadProps = { id: string; title: string; all: { to: string; label: string } }

/** The title of a section with the beginning of a list, and the link to the whole list. */
export const SectionHead = ({ id, title, all }: SectionHeadProps) => (
  <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
    <h2 id={id} className="text-h2">
      {title}
    </h2>
    <MoreLink to={all.to}>{all.label}</MoreLink>
  </div>
)
