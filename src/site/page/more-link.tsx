import { ArrowRight } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

/** The link from the beginning of a list to the whole list. */
export const MoreLink = ({ to, className, children }: { to: string; className?: string; children: string }) => (
  <Link
    to={to}
    className={classNames('link-quiet inline-flex items-center gap-2 py-1 font-[560] text-primary', className)}
  >
    {children}
    <ArrowRight aria-hidden="true" className="size-4.5" />
  </Link>
)
