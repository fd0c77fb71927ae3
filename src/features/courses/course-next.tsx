import { ArrowRight } from 'lucide-react'
import { Link } from '#ui/link.tsx'
import type { ShownCourse } from './courses.queries.ts'

/** A link to the next course of the catalogue, at the end of a course. */
export const NextCourse = ({ next }: { next: NonNullable<ShownCourse['next']> }) => (
  <nav aria-label="Next course" className="relative border-y border-line py-6">
    <p className="eyebrow">
      Next course · {next.level} · {next.duration}
    </p>
    <Link to={`/courses/${next.slug}`} className="link-quiet link-cover mt-1 flex items-center justify-between gap-6">
      <span className="font-display text-h3 font-[640]">{next.title}</span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-primary" />
    </Link>
  </nav>
)
