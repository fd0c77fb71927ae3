import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LocalDateTime } from '#admin/time.tsx'
import { classNames } from '#ui/class-names.ts'

type MessageCardProps = {
  who: ReactNode
  at: string
  icon: LucideIcon
  look?: string
  aside?: ReactNode
  children: ReactNode
}

/** A text in the timeline, with who wrote it and when. */
export const MessageCard = ({ who, at, icon: Icon, look, aside, children }: MessageCardProps) => (
  <article
    className={classNames('grid gap-2 rounded-control border px-4 py-3 sm:px-5', look ?? 'border-line bg-raised')}
  >
    <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-muted">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="font-[560] text-ink wrap-anywhere">{who}</span>
      <LocalDateTime iso={at} />
      {aside}
    </header>
    {children}
  </article>
)

export const Subject = ({ children }: { children: string | undefined }) =>
  children && (
    <p dir="auto" className="font-[560] wrap-anywhere">
      {children}
    </p>
  )
