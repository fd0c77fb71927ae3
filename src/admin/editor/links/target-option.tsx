import type { LinkTarget } from '#contract/record-links.ts'
import { stateOf } from './link-targets.ts'
import { useKeptTarget } from './use-link-targets.ts'

export const noRecord = 'This record no longer exists.'

/** A target in a list: its name, and its state if visitors do not see it. */
export const TargetOption = ({ target }: { target: LinkTarget }) => (
  <>
    <span className="min-w-0 flex-1 truncate font-[530]">{target.name}</span>
    <span className="shrink-0 text-fine text-muted empty:hidden">{stateOf(target)}</span>
  </>
)

/** The record or file that a link keeps, in one line. */
export function TargetLine({ href }: { href: string }) {
  const target = useKeptTarget(href)
  if (target === undefined) return null
  return (
    <span className="flex max-w-64 items-center gap-2 border-l border-line px-2.5 text-fine max-sm:hidden">
      {target ? <TargetOption target={target} /> : noRecord}
    </span>
  )
}
