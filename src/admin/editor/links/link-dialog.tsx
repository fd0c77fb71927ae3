import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { pdfFiles, pdfProblem, uploadMedia, useUpload } from '#admin/api/uploads.ts'
import { Options, useCombobox } from '#admin/dialogs/options.tsx'
import { DialogForm } from '#admin/editor/toolbar/dialog-form.tsx'
import { PictureDrop } from '#admin/media/picture-drop.tsx'
import type { LinkTarget } from '#contract/record-links.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import {
  fileTarget,
  groupsOf,
  insertLink,
  isOwnAddress,
  keepsRecord,
  linkAddress,
  noRecord,
  stateOf,
  TargetOption,
  useKeptTarget,
  useLinkTargets,
} from './link-targets.tsx'

/** Asks for the target of a link, a record or file by its name or any address; without a selection also for its text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = String(editor.getAttributes('link')['href'] ?? '')
  const needsText = editor.state.selection.empty && !present
  const kept = useKeptTarget(present)
  // Null until another target is typed.
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<LinkTarget | null>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  function choose(one: LinkTarget) {
    setChosen(one)
    setError('')
  }
  const { upload, error: uploadError, start } = useUpload(uploadMedia, (pdf) => choose(fileTarget(pdf)), pdfProblem)
  const takePdf = ([file]: File[]) => file && start(file)

  const target = chosen ?? (typed === null ? kept : null)
  const unknown = keepsRecord(present) && kept === undefined ? '' : present
  const shown = target?.name ?? typed ?? unknown
  const address = linkAddress(shown)
  const isTitle = address === null || isOwnAddress(address)

  const search = target || typed === null || /^(#|mailto:|tel:)/i.test(typed) ? '' : typed.trim()
  const { found, isSearching, isError } = useLinkTargets(search)
  const box = useCombobox(groupsOf(found), choose, isTitle ? 0 : -1)

  function finish(change: () => void) {
    onClose()
    change()
  }
  function submit() {
    const href = target?.url ?? address
    if (!href) return setError('Please enter an address such as https://example.com or /contact')
    finish(() => {
      const name = text.trim() || target?.name || href
      if (needsText) insertLink(editor, editor.state.selection.from, { name, url: href })
      else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    })
  }

  return (
    <DialogForm
      title={present ? 'Edit link' : 'Link'}
      action={present ? 'Save link' : 'Add link'}
      further={
        present && (
          <Button
            variant="quiet"
            size="small"
            className="mr-auto"
            onClick={() => finish(() => editor.chain().focus().extendMarkRange('link').unsetLink().run())}
          >
            Remove link
          </Button>
        )
      }
      grows
      onFiles={takePdf}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <TextInput
          {...box.field}
          label="Page, file or address"
          placeholder="A title, or https://"
          value={shown}
          error={error}
          onFocus={({ target }) => target.select()}
          onChange={(event) => {
            setChosen(null)
            setTyped(event.target.value)
            setError('')
            box.restart()
          }}
        />
        <p role="status" className={box.count > 0 ? 'sr-only' : 'mt-1.5 text-small text-muted empty:hidden'}>
          {target ? kindOf(target) : kept === null && typed === null ? noRecord : state()}
        </p>
        <Options
          {...box.list}
          label="Pages and files"
          className="relative -mx-3 max-h-72 overflow-y-auto empty:hidden"
          optionClass="min-h-10 gap-3 rounded-control px-3 pointer-coarse:min-h-11"
        >
          {(one) => <TargetOption target={one} />}
        </Options>
      </div>
      {needsText && (
        <TextInput
          label="Text"
          placeholder={target?.name}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid gap-2">
        <PictureDrop label="Upload a PDF, or drop it here" accept={pdfFiles} onFiles={takePdf} />
        {upload && (
          <progress value={upload.progress} max={1} aria-label="Upload" className="h-1.5 w-full accent-primary" />
        )}
        <p role="alert" className="text-small text-danger empty:hidden">
          {uploadError}
        </p>
      </div>
    </DialogForm>
  )

  function state(): string {
    if (search === '') return ''
    if (isError) return 'The pages could not be searched.'
    if (box.count > 0) return `${box.count} found`
    if (isSearching) return 'Searching…'
    return isTitle && address === null ? 'No matches.' : ''
  }
}

const kindOf = (target: LinkTarget) => [target.label, stateOf(target)].filter(Boolean).join(' · ')
