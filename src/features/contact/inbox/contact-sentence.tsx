import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { useSearch } from '#ui/router.ts'
import { useCompany } from '#web/company-context.tsx'
import { givenMessage, givenSubject, readGaps, topicsQuery } from './sentence.ts'
import SentenceForm from './sentence-form.part.tsx'

/** The sentence above the form. Once the message has it, the message follows the gaps (the boot script), and only a page without scripts needs the button. */
export default function ContactSentence() {
  const search = useSearch()
  const { city } = useCompany().address
  const given = readGaps(givenMessage(search, city), city)
  return (
    <SentenceForm gaps={given} topics={useQuery(topicsQuery).data ?? []} subject={givenSubject(search)} stays>
      <Button type="submit" variant="secondary" className={given ? 'mt-5 [.js_&]:hidden' : 'mt-5'}>
        Begin with this sentence
      </Button>
    </SentenceForm>
  )
}
