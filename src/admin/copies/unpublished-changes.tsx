import { Badge } from '#ui/badge.tsx'

/** In a list: the record has unpublished changes. */
export const UnpublishedChanges = () => (
  <Badge tone="amber" className="ml-2 h-6! px-2!">
    unpublished changes
  </Badge>
)
