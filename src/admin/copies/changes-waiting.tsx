import { Badge } from '#ui/badge.tsx'

/** In a list: changes to the record are kept for later. */
export const ChangesWaiting = () => (
  <Badge tone="amber" className="ml-2 h-6! px-2!">
    changes waiting
  </Badge>
)
