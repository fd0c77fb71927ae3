import { X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { StepButtons } from '#admin/lists/steps.tsx'
import { PictureDrop } from '#admin/media/picture-sources.tsx'
import { formatBytes } from '#contract/labels.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { ApiError } from '#web/http.ts'
import { type ContentImport, largestUpload, mostUploadedFiles } from '../ground/transfer.contract.ts'
import { importPath, importsQuery } from './import-parts.admin.tsx'

const limit = `${largestUpload / 1024 / 1024} MB`
const accepted = '.xml,.wxr,.json,.yaml,.yml,.zip,.gz,.md,.mdx,.markdown'

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

/** The field for the files of an import, and their upload. */
export function ChooseFiles() {
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
    <progress value={progress} max={1} aria-label="Upload" className="h-2 w-full" />
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
