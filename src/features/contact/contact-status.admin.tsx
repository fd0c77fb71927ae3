import { Badge } from '#ui/badge.tsx'

/** The state of a request: yellow for pending, green for resolved, red for spam. An unknown state counts as pending. */
export function ContactStatus({ status }: { status: string }) {
  if (status === 'resolved') return <Badge tone="green">Resolved</Badge>
  if (status === 'spam') return <Badge tone="red">Spam</Badge>
  return <Badge tone="amber">Pending</Badge>
}
