import { Badge } from '#ui/badge.tsx'

/** A request's state: yellow while it waits, green when it is done, red when it is spam. Any state not known counts as waiting. */
export function ContactStatus({ status }: { status: string }) {
  if (status === 'resolved') return <Badge tone="green">Resolved</Badge>
  if (status === 'spam') return <Badge tone="red">Spam</Badge>
  return <Badge tone="amber">Pending</Badge>
}
