import { MoreLink } from '#site/page/more-link.tsx'

type SectionHeadProps = { title: string; all: { to: string; label: string } }

/** The title of a section with the beginning of a list, and the link to the whole list. It names no landmark: two sections may have one title. */
export const SectionHead = ({ title, all }: SectionHeadProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
    <h2 className="text-h2">{title}</h2>
    <MoreLink to={all.to}>{all.label}</MoreLink>
  </div>
)
