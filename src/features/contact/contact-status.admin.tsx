import { Badge } from '#ui/badge.tsx'

/** The same for each, so that a change moves nothing beside it. */
const width = 'min-w-[5.25rem] justify-center'

/** The state of a request: yellow for pending, green for resolved, red for spam. An unknown state counts as pending. */
export function ContactStatus({ status }: { status: string }) {
  if (status === 'resolved')
    return (
      <Badge tone="green" className={width}>
        Resolved
      </Badge>
    )
  if (status === 'spam')
    return (
      <Badge tone="red" className={width}>
        Spam
      </Badge>
    )
  return (
    <Badge tone="amber" className={width}>
      Pending
    </Badge>
  )
}
