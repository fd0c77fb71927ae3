import type { Editor } from '@tiptap/react'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { nameOfMedia } from '#admin/media/media-thumb.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { DialogForm } from './dialog-form.tsx'
import { linkAddress } from './link-address.ts'
import { PdfChooser } from './pdf-chooser.tsx'

/** Asks for the address of a link; without a selection also for its text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = String(editor.getAttributes('link')['href'] ?? '')
  const needsText = editor.state.selection.empty && !present
  const [address, setAddress] = useState(present)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [choosing, setChoosing] = useState(false)

  function finish(change: () => void) {
    onClose()
    change()
  }

  function submit() {
    const href = linkAddress(address)
    if (!href) return setError('Please enter an address such as https://example.com or /contact')
    finish(() => {
      const chain = editor.chain().focus()
      if (needsText)
        chain
          .insertContent({ type: 'text', text: text.trim() || href, marks: [{ type: 'link', attrs: { href } }] })
          .run()
      else chain.extendMarkRange('link').setLink({ href }).run()
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
      onSubmit={submit}
      onClose={onClose}
    >
      {needsText && <TextInput label="Text" value={text} onChange={(event) => setText(event.target.value)} />}
      <TextInput
        label="Address"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        aria-expanded={choosing}
        onClick={() => setChoosing(!choosing)}
      >
        <FileText aria-hidden="true" className="size-4" />
        Choose a PDF
      </Button>
      {choosing && (
        <PdfChooser
          onPick={(file) => {
            setAddress(file.url)
            if (text === '') setText(nameOfMedia(file))
            setError('')
            setChoosing(false)
          }}
        />
      )}
    </DialogForm>
  )
}
