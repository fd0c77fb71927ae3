import { useListState } from '#admin/lists/list-state.ts'
import { useToday } from '#admin/time.tsx'
import type { Analytics } from './analytics.contract.ts'
import { daysOf, ranges, type Tile, tiles } from './analytics-words.shared.admin.ts'

export const filterNames = ['page', 'source', 'campaign'] as const
export type Filter = (typeof filterNames)[number]

/** The range, the filters, the drawn figure and the whole table, which are all in the address. */
export function useAnalyticsState() {
  const names = [...filterNames, 'range', 'from', 'to', 'line', 'all'] as const
  const { filters: all, change } = useListState(names)
  const today = useToday()
  const { page, source, campaign, line, all: shown } = all
  return {
    ...daysOf(all, today),
    today,
    range: [...ranges.map(({ value }) => value), 'own'].includes(all.range) ? all.range : '',
    /** The own range as it was typed. */
    typed: { from: all.from, to: all.to },
    filters: { page, source, campaign },
    tile: tiles.find(({ value }) => value === line) ?? tiles[0],
    shown,
    // Lists of pages forget their page with every change; here it is a filter.
    change: (changes: Partial<Record<(typeof names)[number], string>>, options?: { replace: boolean }) =>
      change({ page, ...changes }, options),
  }
}
export type AnalyticsState = ReturnType<typeof useAnalyticsState>
type FigureParameters = { from: string; to: string; sort: Tile['value'] } & Record<Filter, string>

export type PartProps = { figures: Analytics; asked: FigureParameters; state: AnalyticsState }
