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
}

/** The subject of a message, the text that mail programs show after it, and the first line. */
export function MessageFields({ values, set, errorAt, usual }: MessageFieldsProps) {
  const { subject, preheader, greeting } = values
  return (
    <>
      <TextInput
        label="Subject"
        name="subject"
        hint={<Counter length={(subject || usual.subject).length} most={shownOfSubject} />}
        placeholder={usual.subject}
        value={subject}
        error={errorAt('subject')}
        onChange={({ target }) => set('subject', target.value)}
      />
      <TextArea
        label="Preheader"
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
        hint="{name} is replaced by the subscriber’s name, where it is known."
        placeholder={usual.greeting}
        value={greeting}
        error={errorAt('greeting')}
        onChange={({ target }) => set('greeting', target.value)}
      />
    </>
  )
}
