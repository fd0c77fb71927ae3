import { useQuery } from '@tanstack/react-query'
import { Waves } from 'lucide-react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import type { ContactRequest } from './contact.contract.ts'

type FloodFilterProps = { on: boolean; onChange: (on: boolean) => void }

/** Filters the requests that came in a flood. It is shown while some of them are pending, or the filter is on. */
export function FloodFilter({ on, onChange }: FloodFilterProps) {
  const { data } = useQuery(adminPageQuery<ContactRequest[]>('/api/contact?flood=true&status=pending&limit=1'))
  const waiting = data?.total ?? 0
  if (!on && waiting === 0) return null
  return (
    <Button
      variant={on ? 'primary' : 'secondary'}
      size="small"
      className="px-3"
      aria-pressed={on}
      title="These arrived after many others from the same network. One email reported them all."
      onClick={() => onChange(!on)}
    >
      <Waves aria-hidden="true" className="size-4" />
      Flood
      {waiting > 0 && <span className="tabular-nums">{formatNumber(waiting)}</span>}
    </Button>
  )
}
