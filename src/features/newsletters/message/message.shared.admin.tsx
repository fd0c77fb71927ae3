import type { Ref } from 'react'
import { Counter } from '#admin/forms/form-field.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'

/** As many characters as the lists of mail programs show. */
const shownOfSubject = 60
const shownOfPreheader = 110

type MessageTexts = { subject: string; preheader: string; greeting: string }

type MessageFieldsProps = {
  values: MessageTexts
  set: (name: keyof MessageTexts, value: string) => void
  errorAt: (name: keyof MessageTexts) => string | undefined
  /** The texts of a message without its own. */
  usual: MessageTexts
  /** The control of the subject, for a form that focuses it. */
  subjectRef?: Ref<HTMLInputElement>
}

/** The subject of a message, the text that mail programs show after it, and the first line. */
export function MessageFields({ values, set, errorAt, usual, subjectRef }: MessageFieldsProps) {
  const { subject, preheader, greeting } = values
  return (
    <>
      <TextInput
        ref={subjectRef}
        label="Subject"
        name="subject"
        hint={<Counter length={(subject || usual.subject).length} most={shownOfSubject} />}
        placeholder={usual.subject}
        value={subject}
        error={errorAt('subject')}
        onChange={({ target }) => set('subject', target.value)}
      />
      <TextArea
        label="Preview text"
        name="preheader"
        rows={2}
        hint={<Counter length={preheader.length} most={shownOfPreheader} />}
        placeholder={usual.preheader}
        value={preheader}
        error={errorAt('preheader')}
        onChange={({ target }) => set('preheader', target.value.replaceAll(/\s*\n\s*/g, ' '))}
      />
      <TextInput
        label="Greeting"
        name="greeting"
        hint="{name} becomes the subscriber’s name, if we know it."
        placeholder={usual.greeting}
        value={greeting}
        error={errorAt('greeting')}
        onChange={({ target }) => set('greeting', target.value)}
      />
    </>
  )
}
