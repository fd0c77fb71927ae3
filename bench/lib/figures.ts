import { judge, type Promised } from '../promises.ts'

type Unit = '/s' | 'ms' | 'bytes' | 'MB' | ''

/** One row of the table. */
export type Figure = {
  what: string
  measured: number
  unit: Unit
  reference?: { what: string; value: number } | undefined
  promise?: Promised | undefined
}

/** The figures that could not be measured, with reasons. */
export type Skipped = { what: string; skipped: string }

export type Measurement = AsyncGenerator<Figure | Skipped>

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)

export const percentile = (values: number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
export const median = (values: number[]) => percentile(values, 0.5)
export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function format(value: number, unit: Unit): string {
  if (unit === '/s') return `${Math.round(value).toLocaleString('en')} /s`
  if (unit === 'bytes' && value >= 10 * 1024 * 1024) return `${(value / 1024 / 1024).toFixed(1)} MB`
  if (unit === 'bytes') return `${(value / 1024).toFixed(1)} KB`
  if (unit === 'MB') return `${value.toFixed(0)} MB`
  if (unit === 'ms') return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(4)
}

const headings = ['what', 'measured', 'reference', 'ratio', 'promise']

function cellsOf(row: Figure | Skipped): string[] {
  if ('skipped' in row) return [row.what, 'not measured', row.skipped, '', '']
  const { what, measured, unit, reference, promise } = row
  if (!reference) return [what, format(measured, unit), '', '', '']
  const verdict = judge(promise, measured, reference.value)
  return [
    what,
    format(measured, unit),
    `${reference.what}: ${format(reference.value, unit)}`,
    verdict.ratio.toFixed(2),
    verdict.promise + (verdict.holds ? '' : ' **broken**'),
  ]
}

/** Whether a row breaks its promise. */
export const isBroken = (row: Figure | Skipped) =>
  'reference' in row && row.reference !== undefined && !judge(row.promise, row.measured, row.reference.value).holds

/** A table in Markdown whose columns are aligned, so that it can be read in a terminal too. */
export function toTable(rows: (Figure | Skipped)[]): string {
  const lines = rows.map(cellsOf)
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...lines.map((line) => line[column] ?? '')].map(({ length }) => length)),
  )
  const toLine = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [toLine(headings), toLine(widths.map((width) => '-'.repeat(width))), ...lines.map(toLine)].join('\n')
}
