import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { pdfFiles, pdfProblem, uploadMedia, useUpload } from '#admin/api/uploads.ts'
import { DialogForm, Failure } from '#admin/editor/toolbar/dialog-form.tsx'
import { PictureDrop } from '#admin/media/picture-sources.tsx'
import type { MediaItem } from '#contract/media-library.ts'
import type { LinkTarget } from '#contract/record-links.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { fileTarget, insertLink, keepsRecord, LinkField, linkAddress } from './link-targets.tsx'

/** Asks for the target of a link, a record or file by its name or any address; without a selection also for its text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = String(editor.getAttributes('link')['href'] ?? '')
  const needsText = editor.state.selection.empty && !present
  const [value, setValue] = useState(present)
  const [chosen, setChosen] = useState<LinkTarget | null>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  function change(typed: string, target: LinkTarget | null) {
    setValue(typed)
    setChosen(target)
    setError('')
  }
  const takeFile = (pdf: MediaItem) => change(pdf.url, fileTarget(pdf))
  const { upload, error: uploadError, start } = useUpload(uploadMedia, takeFile, pdfProblem)
  const takePdf = ([file]: File[]) => file && start(file)

  function finish(work: () => void) {
    onClose()
    work()
  }
  function submit() {
    const href = keepsRecord(value) ? value : linkAddress(value)
    if (!href) return setError('Please enter an address such as https://example.com or /contact')
    finish(() => {
      const name = text.trim() || chosen?.name || href
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
      <LinkField
        label="Page, file or address"
        placeholder="A title, or https://"
        value={value}
        chosen={chosen}
        onChange={change}
        error={error}
      />
      {needsText && (
        <TextInput
          label="Text"
          placeholder={chosen?.name}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid gap-2">
        <PictureDrop label="Upload a PDF, or drop it here" accept={pdfFiles} onFiles={takePdf} />
        {upload && <progress value={upload.progress} max={1} aria-label="Upload" className="h-1.5 w-full" />}
        <Failure>{uploadError}</Failure>
      </div>
    </DialogForm>
  )
}
