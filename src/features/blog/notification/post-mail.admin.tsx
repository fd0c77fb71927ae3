import { useState } from 'react'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { AudienceField } from '#features/letters/audience-field.shared.admin.tsx'
import { readAudience } from '#features/letters/letter-words.shared.admin.ts'
import type { PostMail } from '#features/letters/letters.contract.ts'
import { MessageFields } from '#features/letters/message-fields.shared.admin.tsx'
import { Button } from '#ui/button.tsx'
import { audienceOfMail, readMail, writeMail } from '../publishing.admin.ts'

type PostMailFieldProps = {
  value: string
  onChange: (value: string) => void
  /** See `writeMail`. */
  back: '' | 'usual'
  /** Of the post. */
  usual: { title: string; excerpt: string }
  /** Whether somebody wanted to save the post. */
  asked: boolean
}

/** A button that opens how the message differs from the usual one. It is open where it does. */
export function PostMailField({ value, onChange, back, usual, asked }: PostMailFieldProps) {
  const [open, setOpen] = useState(value !== '')
  const mail = readMail(value) ?? {}
  const { subject = '', preheader = '', greeting = '', whole = false } = mail
  const change = (changes: PostMail) => onChange(writeMail({ ...mail, ...changes }, back))
  if (!open)
    return (
      <Button
        variant="quiet"
        size="small"
        className="-ml-3.5 justify-self-start"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        Audience and message…
      </Button>
    )
  return (
    <fieldset aria-label="Audience and message" className="grid min-w-0 gap-5 border-l-2 border-line pl-4">
      <AudienceField
        value={audienceOfMail(value)}
        onChange={(written) => change({ audience: readAudience(written) })}
        asked={asked}
      />
      <MessageFields
        values={{ subject, preheader, greeting }}
        set={(name, text) => change({ [name]: text })}
        errorAt={() => undefined}
        usual={{ subject: usual.title, preheader: usual.excerpt, greeting: 'None' }}
      />
      <Checkbox
        label="The whole text"
        hint="In place of the excerpt and the button."
        checked={whole}
        onChange={({ target }) => change({ whole: target.checked })}
      />
    </fieldset>
  )
}
