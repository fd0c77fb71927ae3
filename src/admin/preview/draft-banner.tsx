import '#admin/shell/admin.css'
import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'

type DraftBannerProps = {
  /** The state of the record: 'Draft'. */
  word: string
  /** The path of its form. */
  edit: string
  children: ReactNode
}

/** The banner above a page that only staff see. */
export const DraftBanner = ({ word, edit, children }: DraftBannerProps) => (
  <div role="status" className="border-b border-line bg-accent-soft py-2.5 text-small text-accent-ink">
    <Container className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Badge tone="plain" className="border-current! text-current!">
        {word}
      </Badge>
      <p className="order-last w-full sm:order-none sm:w-auto">{children}</p>
      <Link to={edit} className="ml-auto inline-flex items-center gap-1.5 font-[560] underline underline-offset-4">
        <PencilLine aria-hidden="true" className="size-4" />
        Edit
      </Link>
    </Container>
  </div>
)
