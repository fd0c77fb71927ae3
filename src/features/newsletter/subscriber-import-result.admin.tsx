import { Download } from 'lucide-react'
import { saveFile } from '#admin/api/admin-calls.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { byteOrderMark, csvLine } from '#contract/csv-line.ts'
import { Button } from '#ui/button.tsx'
import type { ImportAnswer } from './newsletter.contract.ts'

/** The lines that the dialog shows; the file has up to 10,000. */
const shownLines = 100

/** The result of an import: the added and the skipped lines, with reasons. */
export function ImportResult({ result: { added, known, faulty, faults } }: { result: ImportAnswer }) {
  const shown = faults.slice(0, shownLines)
  const save = () => {
    const lines = faults.map(({ line, text, reason }) => csvLine([String(line), text, reason]))
    saveFile(new Blob([byteOrderMark, csvLine(['Line', 'Text', 'Reason']), ...lines]), 'skipped-lines.csv')
  }
  return (
    <div role="status">
      <p className="text-h3">
        {formatNumber(added)} added{known > 0 && `, ${formatNumber(known)} already known and unchanged`}
      </p>
      {faulty > 0 && (
        <>
          <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-2">
            <p>{formatCount(faulty, 'line was', 'lines were')} skipped:</p>
            <Button variant="secondary" size="small" onClick={save}>
              <Download aria-hidden="true" className="size-4" />
              Download as CSV
            </Button>
          </div>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it
            tabIndex={0}
            aria-label="Skipped lines"
            className="max-h-72 overflow-auto rounded-control border border-line"
          >
            <table className="w-full text-left text-small">
              <thead className="sticky top-0 bg-sunken text-fine text-muted">
                <tr>
                  <th className="px-3 py-1.5 font-[550]">Line</th>
                  <th className="px-3 py-1.5 font-[550]">Text</th>
                  <th className="px-3 py-1.5 font-[550]">Reason</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ line, text, reason }) => (
                  <tr key={line} className="border-t border-line align-top">
                    <td className="px-3 py-1.5 tabular-nums">{line}</td>
                    <td className="px-3 py-1.5 wrap-anywhere">{text}</td>
                    <td className="px-3 py-1.5 text-muted">{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {faulty > shown.length && (
            <p className="mt-2 text-small text-muted">The first {shown.length} are shown; the file has more of them.</p>
          )}
        </>
      )}
    </div>
  )
}
