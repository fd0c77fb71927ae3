import { OrderedList } from '#admin/lists/ordered-list.tsx'
import { useToday } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { openings } from './opening-resource.admin.ts'
import type { Opening } from './openings.contract.ts'

export default function OpeningListScreen() {
  const today = useToday()
  return (
    <OrderedList<Opening>
      resource={openings}
      nameOf={({ title }) => title}
      // The text of a closed opening starts with that, so narrow windows show it too.
      detailOf={({ place, kind, closesOn }) =>
        closesOn < today
          ? `Closed on ${formatDate(closesOn)} · ${place} · ${kind}`
          : `${place} · ${kind} · closes on ${formatDate(closesOn)}`
      }
    />
  )
}
