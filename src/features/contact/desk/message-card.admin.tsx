import { type LucideIcon, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadFile } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { fileWords, type SentFile } from '#contract/own-fields.ts'
import { classNames } from '#ui/class-names.ts'
import type { JoinedRequest } from '../ground/desk.contract.ts'

type MessageCardProps = {
  who: ReactNode
  at: string
  icon: LucideIcon
  look?: string
  aside?: ReactNode
  children: ReactNode
}

/** A text in the timeline, with who wrote it and when. */
export const MessageCard = ({ who, at, icon: Icon, look, aside, children }: MessageCardProps) => (
  <article
    className={classNames('grid gap-2 rounded-control border px-4 py-3 sm:px-5', look ?? 'border-line bg-raised')}
  >
    <header className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-muted">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="font-[560] text-ink wrap-anywhere">{who}</span>
      <LocalDateTime iso={at} />
      {aside}
    </header>
    {children}
  </article>
)

export const Subject = ({ children }: { children: string | undefined }) =>
  children && (
    <p dir="auto" className="font-[560] wrap-anywhere">
      {children}
    </p>
  )

type SentAnswersProps = { of: Pick<JoinedRequest, '_id' | 'answers' | 'company' | 'files'> }

/** The answers to a form's own fields, and its files. */
export function SentAnswers({ of: { _id, company, answers = [], files = [] } }: SentAnswersProps) {
  const { act } = useAct({})
  const all = [...(company === undefined ? [] : [{ label: 'Company', value: company }]), ...answers]
  if (all.length === 0 && files.length === 0) return null
  const download = ({ _id: fileId, name }: SentFile) =>
    act(() => downloadFile(`/api/contact/${_id}/files/${fileId}`, name), { failed: 'Failed to download the file' })
  return (
    <dl className="mt-1 grid gap-2 border-t border-line pt-3">
      {all.map(({ label, value }, index) => (
        <div key={index}>
          <dt dir="auto" className="text-small text-muted wrap-anywhere">
            {label}
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {value}
          </dd>
        </div>
      ))}
      {files.map((file) => (
        <div key={file._id}>
          <dt dir="auto" className="text-small text-muted wrap-anywhere">
            {file.label}
          </dt>
          <dd className="flex items-center gap-2">
            <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            <button type="button" className="link wrap-anywhere" onClick={() => void download(file)}>
              {fileWords(file)}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}
