import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FormState } from '#admin/forms/form-resource.ts'
import { PreviewPane } from '#admin/preview/preview-pane.tsx'
import type { Group } from '#contract/settings.ts'
import { Spinner } from '#ui/spinner.tsx'
import { PageEditor } from './page-editor.admin.tsx'
import type { Values } from './settings-fields.admin.ts'
import { usePreviewOf } from './site-preview.admin.tsx'

export type ViewProps = {
  group: Group
  form: FormState<Values>
  /** The setting to focus first. */
  wanted: string | undefined
  /** Chooses the view. */
  choice: ReactNode
}

type PageViewProps = ViewProps & {
  /** Opens the form, at a field. */
  onForm: (name?: string) => void
  /** There is nothing to edit: no such page, or a browser that cannot. */
  onUnusable: () => void
}

/** The first page of a group, whose texts are edited in their places. */
export function PageView({ group, form, wanted, choice, onForm, onUnusable }: PageViewProps) {
  const { id, pages, panels, lead } = group
  const [edited, setEdited] = useState<string>()
  const [shown, setShown] = useState<string[]>()
  const labels = Object.fromEntries(
    Object.entries(panels).flatMap(([panel, fields]) =>
      Object.entries(fields).map(([name, { label }]) => [name, `${panel}: ${label}`]),
    ),
  )
  // The page is rendered again only where a text appears or disappears: other changes are made in the frame.
  const empty = Object.keys(labels).filter((name) => name !== edited && form.values[name] === '')
  const preview = usePreviewOf(id, pages[0]?.[0] ?? '/', form, empty.join())
  const isMissing = preview !== undefined && preview.page === undefined
  const giveUp = useEffectEvent(onUnusable)
  useEffect(() => {
    if (isMissing) giveUp()
  }, [isMissing])
  const absent = Object.keys(labels).filter((name) => shown && !shown.includes(name))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="flex-1 basis-80 text-muted">{lead} Choose a text to change it.</p>
        {choice}
      </div>
      <div className="h-[calc(100dvh-var(--admin-bar)-8rem)] min-h-96 overflow-hidden rounded-control border border-line bg-paper">
        <PreviewPane
          close={shown && <Absent count={absent.length} onForm={() => onForm(absent[0] ?? Object.keys(labels)[0])} />}
        >
          {(look) =>
            preview?.page ? (
              <PageEditor
                html={preview.html}
                look={look}
                form={form}
                labels={labels}
                first={wanted}
                onEdit={setEdited}
                onShown={setShown}
                onNeedForm={onForm}
                onUnusable={onUnusable}
              />
            ) : (
              <Spinner />
            )
          }
        </PreviewPane>
      </div>
    </>
  )
}

/** The number of texts that only the form has. */
const Absent = ({ count, onForm }: { count: number; onForm: () => void }) => (
  <p className="ml-auto px-1 text-small text-muted">
    {count === 0
      ? 'The search appearance is '
      : `${count} more ${count === 1 ? 'text' : 'texts'} and the search appearance are `}
    <button type="button" className="link" onClick={onForm}>
      in the form
    </button>
    .
  </p>
)
