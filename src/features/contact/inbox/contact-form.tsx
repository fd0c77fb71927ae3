import { TextArea, TextInput } from '#ui/field.tsx'
import { useSearch } from '#ui/router.ts'
import { useCompany } from '#web/company-context.tsx'
import LeadForm from './lead-form.part.tsx'
import { givenMessage, givenSubject, longestSubject, sentenceOf, shippedGaps } from './sentence.ts'

/** The end of the addresses that fill in the form: a browser focuses a field that its address names. */
export const firstFieldId = 'send'

/** The contact form. The address can fill in the subject and the message (`?subject=&message=`), and shows the success of a native post (`?sent=1`). */
export function ContactForm() {
  const search = useSearch()
  const { address, asksPhone } = useCompany()
  return (
    <LeadForm action="/contact" id={firstFieldId} phone={asksPhone}>
      {({ field, typed }) => {
        const subject = typed['subject'] ?? givenSubject(search) ?? ''
        return (
          <>
            <TextInput
              {...field('subject')}
              key={subject}
              label="Subject"
              placeholder="How can we help?"
              maxLength={longestSubject}
              defaultValue={subject}
            />
            <div className="beginning relative">
              <TextArea
                {...field('message')}
                label="Message"
                placeholder="Your message..."
                rows={6}
                maxLength={20_000}
                defaultValue={typed['message'] ?? givenMessage(search, address.city)}
              />
              <button
                type="button"
                data-press="/sentence.js"
                className="js-only absolute top-19 left-3.75 mr-3.75 text-start text-small text-muted hover:text-ink"
              >
                <span className="link">Start with a sentence</span>: {sentenceOf(shippedGaps(address.city))}
              </button>
            </div>
          </>
        )
      }}
    </LeadForm>
  )
}
