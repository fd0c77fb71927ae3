import { useQuery } from '@tanstack/react-query'
import type { Service } from '#features/catalog/catalog.contract.ts'
import SentenceForm from '#features/contact/inbox/sentence-form.part.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useWords } from '#web/company-context.tsx'
import { allServices } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { type PlateId, StillPlate } from './living-diagram.tsx'

/** The plate that shows a service's craft. */
const plateOf: Record<Service['category'], PlateId> = {
  Cloud: 'cloud',
  Consulting: 'cloud',
  Development: 'cloud',
  Support: 'cloud',
  'Data Analytics': 'data',
  'Generative AI': 'ai',
  'Productivity & Collaboration Solutions': 'training',
}
/** From the lowest to the highest. */
const plates: PlateId[] = ['cloud', 'data', 'ai', 'training']

/** The closing band. It asks once: for the beginning of a message. The figure returns in its corner, with the plate of the chosen subject lifted. */
export function Closing() {
  const words = useWords('home', homeWords)
  const services = useQuery(allServices).data ?? []
  return (
    <Section
      ground="deep"
      space="band"
      aria-labelledby="closing"
      className="closing later overflow-clip [--later:40rem] print:hidden"
    >
      <div className="relative">
        <h2 id="closing" className="max-w-[18em] text-h1">
          {words.actionTitle}
        </h2>
        <p className="mt-4 max-w-[35rem] text-lead lg:max-w-measure text-muted">{words.actionText}</p>
        <SentenceForm
          topics={services.map(({ title, category }) => ({ title, plate: plateOf[category] }))}
          className="mt-10 border-t border-deep-line pt-8"
        >
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <Button type="submit" size="large">
              Begin with this sentence
            </Button>
            <p className="text-muted">
              Or with an empty page:{' '}
              <Link to="/contact" className="link">
                {words.action}
              </Link>
            </p>
          </div>
        </SentenceForm>
        {services.length > 0 && (
          <div aria-hidden="true" className="plates absolute right-0">
            {plates.map((id) => (
              <StillPlate key={id} id={id} className={`of-${id}`} />
            ))}
          </div>
        )}
      </div>
    </Section>
  )
}
