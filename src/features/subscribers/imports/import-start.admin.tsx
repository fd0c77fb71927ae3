import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { StepButtons } from '#admin/lists/steps.tsx'
import { PictureDrop } from '#admin/media/picture-sources.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { ImportStatus, ImportSummary } from '../ground/imports.contract.ts'
import { decodeTable, decodeUnicode, type Encoding, encodings, guessEncodings, isWorkbook } from './decode-table.ts'
import { ImportSteps, importPath, importQuery } from './import-steps.admin.tsx'

const earlierImports = 20

/** The first step of an import: its file, or pasted lines. Below are the earlier imports. */
export default function ImportStartScreen() {
  const readOnly = useReadOnly()
  return (
    <ListFrame title="Import subscribers">
      {!readOnly && (
        <>
          <ImportSteps current="File" />
          <ChooseFile />
        </>
      )}
      <EarlierImports />
    </ListFrame>
  )
}

function ChooseFile() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<UnknownFile>()
  const { act, busy, failure } = useAct({ inPlace: true })

  const upload = (read: () => Promise<{ csv: string; fileName?: string }>) =>
    act(async () => {
      const json = await read()
      const status = await adminFetch<ImportStatus>('/api/newsletter/imports', { method: 'POST', json })
      client.setQueryData(importQuery(status._id).queryKey, status)
      navigate(importPath(status._id))
    })
  const send = ({ name, bytes }: UnknownFile, encoding?: Encoding) =>
    upload(async () => ({ csv: decodeTable(bytes, encoding), fileName: name.slice(-200) }))
  const uploadFile = ([file]: File[]) =>
    file &&
    act(async () => {
      const read = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
      if (decodeUnicode(read.bytes) === undefined && !isWorkbook(read.bytes)) setUnknown(read)
      else await send(read)
    })
  const uploadText = (event: FormEvent) => {
    event.preventDefault()
    upload(async () => ({ csv: text }))
  }

  if (unknown)
    return (
      <ChooseEncoding
        file={unknown}
        busy={busy}
        failure={failure}
        onBack={() => setUnknown(undefined)}
        onChoose={(encoding) => send(unknown, encoding)}
      />
    )
  return (
    <form onSubmit={uploadText} className="max-w-180">
      <FormPanel>
        {failure && <Alert tone="error">{failure}</Alert>}
        <p className="text-muted">
          A CSV or text file with columns separated by commas, semicolons or tabs. You check everything before anyone is
          added.
        </p>
        <PictureDrop
          label="Choose a file, or drop it here"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onFiles={uploadFile}
        />
        <TextArea
          label="Or paste addresses"
          hint="One per line, or as copied from an email: Asha Rao <asha@example.com>, ravi@example.com"
          rows={5}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        <StepButtons busy={busy} disabled={text.trim() === ''}>
          Continue
        </StepButtons>
      </FormPanel>
    </form>
  )
}

const states = {
  open: { label: 'Not imported', tone: 'amber' },
  applying: { label: 'Interrupted', tone: 'red' },
  applied: { label: 'Imported' },
  incomplete: { label: 'Incomplete', tone: 'red' },
  undone: { label: 'Undone', tone: 'plain' },
} as const

const columns: Column<ImportSummary>[] = [
  {
    header: 'File',
    className: 'md:w-full',
    cell: ({ _id, fileName }) => (
      <Link to={importPath(_id)} className="link-quiet wrap-anywhere hover:text-primary">
        {fileName ?? 'Pasted addresses'}
      </Link>
    ),
  },
  { header: 'Status', className: 'md:whitespace-nowrap', cell: ({ state }) => <StateMark {...states[state]} /> },
  { header: 'Added', align: 'right', cell: ({ added }) => formatNumber(added) },
  { header: 'Skipped', align: 'right', className: 'md:whitespace-nowrap', cell: ({ left }) => formatNumber(left) },
  { header: 'By', className: 'md:whitespace-nowrap', cell: ({ by }) => by },
  { header: 'Uploaded', cell: ({ at }) => <LocalDateTime iso={at} /> },
]

function EarlierImports() {
  const { data } = useQuery(adminQuery<{ imports: ImportSummary[] }>(`/api/newsletter/imports?limit=${earlierImports}`))
  if (!data || data.imports.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports" className="mt-8">
      <h2 id="earlier-imports" className="mb-2 text-h3">
        Earlier imports
      </h2>
      <DataTable label="Earlier imports" columns={columns} rows={data.imports} rowKey={({ _id }) => _id} />
    </section>
  )
}

type UnknownFile = { name: string; bytes: Uint8Array }

type ChooseEncodingProps = {
  file: UnknownFile
  busy: boolean
  failure: string | undefined
  onBack: () => void
  onChoose: (encoding: Encoding | undefined) => void
}

/** Shows words of a file in each encoding that it can have, the likely one first, and lets staff choose. */
function ChooseEncoding({ file, busy, failure, onBack, onChoose }: ChooseEncodingProps) {
  const guesses = useMemo(() => guessEncodings(file.bytes), [file])
  const [chosen, setChosen] = useState(guesses[0]?.encoding)
  const first = useRef<HTMLInputElement>(null)
  // The field that led here is gone.
  useEffect(() => first.current?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    onChoose(chosen)
  }
  return (
    <form onSubmit={send} className="max-w-180">
      <FormPanel>
        {failure && <Alert tone="error">{failure}</Alert>}
        <fieldset>
          <legend className="font-[560] wrap-anywhere">Which line of {file.name} reads well?</legend>
          <p className="mt-1 mb-3 text-small text-muted">
            The file does not name its encoding. These are some of its words.
          </p>
          <div className="grid divide-y divide-line">
            {guesses.map(({ encoding, samples }, index) => (
              <label key={encoding} className="flex min-h-11 cursor-pointer items-center gap-2.5 py-2">
                <input
                  type="radio"
                  name="encoding"
                  className="size-4.5 shrink-0 accent-primary"
                  checked={chosen === encoding}
                  ref={index === 0 ? first : undefined}
                  onChange={() => setChosen(encoding)}
                />
                <span className="min-w-0">
                  <span className="wrap-anywhere">{samples.join(' · ')}</span>
                  <span className="block text-small text-muted">{encodings[encoding]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <StepButtons busy={busy} onBack={onBack}>
          Continue
        </StepButtons>
      </FormPanel>
    </form>
  )
}
