import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import type { AnyPieces, PieceReaders } from '#admin/fields/fields.ts'
import { formatZoned, useTimeZone } from '#admin/time.tsx'
import type { LinkTarget } from '#contract/record-links.ts'
import { listPath } from '#web/api-query.ts'

/** How many records one call names. */
const mostNamed = 50

type Answer = { found: LinkTarget[] }

/** How the objects of a field are read, with the names of the records that they mention. @param all the objects */
export function usePieceReaders(pieces: AnyPieces | undefined, all: string[]): Omit<PieceReaders, 'rich'> {
  const zone = useTimeZone()
  const named = Object.groupBy(pieces?.records ? all.flatMap(pieces.records) : [], ({ of }) => of)
  const calls = Object.entries(named).flatMap(([of, records = []]) => {
    const ids = [...new Set(records.map(({ id }) => id))].toSorted()
    const starts = Array.from({ length: Math.ceil(ids.length / mostNamed) }, (_, at) => at * mostNamed)
    return starts.map((start) => listPath(`/api/links/${of}`, { ids: ids.slice(start, start + mostNamed).join(',') }))
  })
  const { names, isPending } = useQueries({
    queries: calls.map((path) => adminQuery<Answer>(path)),
    combine: (answers) => ({
      names: Object.fromEntries(answers.flatMap(({ data }) => data?.found.map(({ _id, name }) => [_id, name]) ?? [])),
      isPending: answers.some((answer) => answer.isPending),
    }),
  })
  return useMemo(
    () => ({
      record: (id) => names[id] ?? (isPending ? '…' : 'A record that no longer exists'),
      moment: (iso) => formatZoned(iso, zone),
    }),
    [names, isPending, zone],
  )
}
