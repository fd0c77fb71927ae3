import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { StepButtons } from '#admin/lists/steps.tsx'
import { PictureDrop } from '#admin/media/picture-sources.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { formatBytes } from '#contract/labels.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { ApiError } from '#web/http.ts'
import {
  type ContentImport,
  type ContentImportSummary,
  largestUpload,
  mostUploadedFiles,
  sourceNames,
} from '../ground/transfer.contract.ts'
import { ImportStateMark, ImportSteps, importPath, importsQuery, isUnderWay } from './import-parts.admin.tsx'
import { importedCount } from './import-words.admin.ts'

const limit = `${largestUpload / 1024 / 1024} MB`
const accepted = '.xml,.wxr,.json,.yaml,.yml,.zip,.gz,.md,.mdx,.markdown'
const lookEvery = 5_000

/** The first step of an import: its files, with how to get them from each program. Below are the earlier imports. */
export default function ImportStartScreen() {
  return (
    <ListFrame
      title="Import content"
      intro="Bring your posts and pages from another site. You see a report before anything is imported."
    >
      <ImportSteps current="File" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ChooseFiles />
        <Programs />
      </div>
      <EarlierImports />
    </ListFrame>
  )
}

const nameAndSize = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified])
const sizeOf = (files: File[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Why files cannot be uploaded, as far as the browser can tell. */
async function problemOf(files: File[]): Promise<string | undefined> {
  if (files.length === 0) return 'Choose a file first.'
  if (files.length > mostUploadedFiles)
    return `These are ${formatNumber(files.length)} files, and ${mostUploadedFiles} is the limit. Put them into one ZIP file.`
  if (sizeOf(files) > largestUpload)
    return `Together the files have ${formatBytes(sizeOf(files))}, and ${limit} is the limit. Your administrator can import larger files on the server with “atrium import”.`
  for (const file of files) {
    // A folder that was dropped, or a file that has been moved since.
    const isReadable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false)
    if (!isReadable) return `“${file.name}” is a folder, or is no longer there. Make a ZIP file of a folder.`
  }
  return undefined
}

function ChooseFiles() {
  const navigate = useNavigate()
  const [files, setFiles] = useState<File[]>([])
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const { act, busy, failure } = useAct({ inPlace: true, reload: importsQuery.queryKey[1] as string })
  const field = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const error = problem ?? failure

  const add = (added: File[]) => {
    setProblem(undefined)
    setFiles([...new Map([...files, ...added].map((file) => [nameAndSize(file), file])).values()])
  }
  const remove = (file: File) => {
    setProblem(undefined)
    setFiles(files.filter((one) => one !== file))
    field.current?.focus()
  }

  async function upload(event: FormEvent) {
    event.preventDefault()
    const found = await problemOf(files)
    setProblem(found)
    if (found) return field.current?.focus()
    const form = new FormData()
    for (const file of files) form.append('file', file)
    const own = new AbortController()
    running.current = own
    setProgress(0)
    const send = () =>
      adminFetch<ContentImport>('/api/content-imports', {
        ...{ method: 'POST', form, signal: own.signal },
        onUploadProgress: setProgress,
      })
    const sent = await act(send, { failed: (error) => (own.signal.aborted ? undefined : failureOf(error)) })
    setProgress(undefined)
    if (sent) navigate(importPath(sent.answer._id))
    else field.current?.focus()
  }

  return (
    <form onSubmit={upload} noValidate>
      <FormPanel title="Your files">
        <div>
          <PictureDrop
            label="Choose files, or drop them here"
            hint={`One file, all parts of an export, or a ZIP. Up to ${mostUploadedFiles} files and ${limit} together.`}
            ref={field}
            multiple
            accept={accepted}
            disabled={busy}
            onFiles={add}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'import-files-error' : undefined}
          />
          <div role="alert">{error && <FieldError id="import-files-error">{error}</FieldError>}</div>
        </div>
        {files.length > 0 && <ChosenFiles files={files} onRemove={busy ? undefined : remove} />}
        {progress === undefined ? (
          <StepButtons busy={busy} disabled={files.length === 0}>
            Upload and check
          </StepButtons>
        ) : (
          <UploadProgress progress={progress} onCancel={() => running.current?.abort()} />
        )}
      </FormPanel>
    </form>
  )
}

const failureOf = (error: Error) =>
  error instanceof ApiError && error.status === 413 && !error.serverMessage
    ? 'The server refused the upload because of its size. Your administrator can import the files on the server with “atrium import”.'
    : error instanceof ApiError
      ? (error.issues[0]?.message ?? error.message)
      : 'The files could not be uploaded.'

type ChosenFilesProps = { files: File[]; onRemove: ((file: File) => void) | undefined }

const ChosenFiles = ({ files, onRemove }: ChosenFilesProps) => (
  <div>
    <ul aria-label="Chosen files" className="divide-y divide-line border-y border-line text-small">
      {files.map((file) => (
        <li key={nameAndSize(file)} className="flex min-h-11 items-center gap-3">
          <span dir="auto" className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            {file.name}
          </span>
          <span className="text-muted tabular-nums">{formatBytes(file.size)}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file)}
              className="-mr-2 grid size-9 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          )}
        </li>
      ))}
    </ul>
    <p className="mt-2 text-small text-muted tabular-nums">
      {formatCount(files.length, 'file')}, {formatBytes(sizeOf(files))} of {limit}
    </p>
  </div>
)

const UploadProgress = ({ progress, onCancel }: { progress: number; onCancel: () => void }) => (
  <div className="grid gap-2">
    <progress value={progress} max={1} aria-label="Upload" className="h-2 w-full accent-primary" />
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-small text-muted tabular-nums">
        {progress < 1 ? `${Math.floor(progress * 100)} % uploaded. Keep this page open.` : 'Uploaded. One moment…'}
      </p>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </div>
)

const programs: { name: string; how: ReactNode }[] = [
  {
    name: sourceNames.wordpress,
    how: 'In WordPress, open Tools → Export, choose All content and upload the XML file. If you got several parts, upload them together.',
  },
  {
    name: sourceNames.ghost,
    how: (
      <>
        In Ghost, open Settings → Migration → Export and upload the JSON file, with redirects.yaml if you have one.
        Members are imported on{' '}
        <Link to="/admin/subscribers/import" className="link">
          Subscribers
        </Link>
        .
      </>
    ),
  },
  {
    name: 'Markdown',
    how: 'Make a ZIP of the folder with its images and upload it. Hugo, Jekyll, Astro, Eleventy and Docusaurus are understood.',
  },
  { name: sourceNames.atrium, how: 'On the other site, open System → Export and upload the ZIP file that it makes.' },
]

const Programs = () => (
  <FormPanel title="How to get your files">
    <dl className="grid gap-4">
      {programs.map(({ name, how }) => (
        <div key={name}>
          <dt className="font-[560]">{name}</dt>
          <dd className="mt-0.5 text-muted">{how}</dd>
        </div>
      ))}
    </dl>
    <p className="border-t border-line pt-4 text-small text-muted">
      Keep the old site online until you have imported: images that are not in your files are copied from it.
    </p>
  </FormPanel>
)

const columns: Column<ContentImportSummary>[] = [
  {
    header: 'File',
    className: 'md:w-full',
    cell: ({ _id, fileName }) => (
      <Link to={importPath(_id)} dir="auto" className="link-quiet wrap-anywhere hover:text-primary">
        {fileName}
      </Link>
    ),
  },
  { header: 'Source', cell: ({ source }) => source && sourceNames[source] },
  { header: 'Items', align: 'right', cell: ({ counts }) => formatNumber(importedCount(counts)) },
  { header: 'By', className: 'md:whitespace-nowrap', cell: ({ by }) => by },
  { header: 'Uploaded', cell: ({ at }) => <LocalDateTime iso={at} /> },
  { header: 'Status', className: 'md:whitespace-nowrap', cell: ({ state }) => <ImportStateMark state={state} /> },
]

function EarlierImports() {
  const { data } = useQuery({
    ...importsQuery,
    refetchInterval: ({ state }) => state.data?.imports.some(({ state }) => isUnderWay(state)) === true && lookEvery,
  })
  if (!data || data.imports.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports" className="mt-8">
      <h2 id="earlier-imports" className="mb-2 text-h3">
        Earlier imports
      </h2>
      <DataTable
        label="Earlier imports"
        columns={columns}
        rows={data.imports}
        rowKey={({ _id }) => _id}
        summary={({ source, at, by }) => (
          <>
            {source && `${sourceNames[source]} · `}
            <LocalDateTime iso={at} /> · {by}
          </>
        )}
      />
    </section>
  )
}
