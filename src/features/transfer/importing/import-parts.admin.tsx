import type { ReactNode } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { Steps } from '#admin/lists/steps.tsx'
import {
  type ContentImport,
  type ContentImportSummary,
  type ImportState,
  type SourceKind,
  sourceNames,
} from '../ground/transfer.contract.ts'

const importsCall = '/api/content-imports'
export const importCall = (id: string) => `${importsCall}/${id}`
export const startPath = '/admin/system/import'
export const importPath = (id: string) => `/admin/system/imports/${id}`
export const importQuery = (id: string) => adminQuery<ContentImport>(importCall(id))
export const importsQuery = adminQuery<{ imports: ContentImportSummary[] }>(importsCall)

/** Whether the server is at work on an import. */
export const isUnderWay = (state: ImportState | undefined) =>
  state === 'reading' || state === 'applying' || state === 'undoing'

/** The program whose export it is, in a sentence. */
export const programOf = (source: SourceKind | undefined) => (source ? sourceNames[source] : 'the old site')

export const ImportSteps = ({ current }: { current: 'File' | 'Report' | 'Result' }) => (
  <Steps steps={['File', 'Report', 'Result']} current={current} />
)

const states = {
  reading: { label: 'Reading', tone: 'teal' },
  failed: { label: 'Not readable', tone: 'red' },
  open: { label: 'Not imported yet', tone: 'amber' },
  applying: { label: 'Importing', tone: 'teal' },
  applied: { label: 'Imported' },
  undoing: { label: 'Undoing', tone: 'teal' },
  undone: { label: 'Undone', tone: 'plain' },
} as const

export const ImportStateMark = ({ state }: { state: ImportState }) => <StateMark {...states[state]} />

const works = {
  reading: { title: 'Reading your content', past: 'read', goesOn: 'You see a report before anything is imported.' },
  applying: { title: 'Importing your content', past: 'imported', goesOn: 'The result stays on this page.' },
  undoing: { title: 'Undoing the import', past: 'done', goesOn: 'The result stays on this page.' },
}

type ProgressProps = Pick<ContentImport, 'progress' | 'commandLine'> & {
  state: keyof typeof works
  children?: ReactNode
}

/** How far the server is with an import. */
export function ImportProgress({
  state,
  progress: { done, total } = { done: 0 },
  commandLine,
  children,
}: ProgressProps) {
  const { title, past, goesOn } = works[state]
  return (
    <div className="max-w-180">
      <FormPanel title={`${title}…`}>
        <div>
          <progress value={total ? done : undefined} max={total} aria-label={title} className="h-2 w-full" />
          <p className="mt-1 text-small text-muted tabular-nums">
            {formatNumber(done)} {total ? `of ${formatNumber(total)} items` : 'items'} {past}
          </p>
        </div>
        <p className="text-muted">
          {commandLine && state !== 'undoing'
            ? 'It runs at the command line. If it was interrupted there, run the same command again to go on.'
            : `You can leave this page: the work goes on without you. ${goesOn}`}
        </p>
        {children}
      </FormPanel>
    </div>
  )
}
