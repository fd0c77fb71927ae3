import AnsweredQuestions from '#features/faqs/answered-faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import TestimonialsStrip, { testimonialsQuery } from '#features/testimonials/testimonials-strip.part.tsx'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { servicesWords } from './services-words.contract.ts'

export const queries = () => [testimonialsQuery(), faqsQuery()]

/** The content below the services: testimonials, courses, questions, and the call to action. */
export default function ServicesBelow() {
  const words = useWords('services', servicesWords)
  return (
    <>
      <TestimonialsStrip which="next" />
      <Section space="band" ground="sunken" aria-labelledby="training">
        <div className="grid items-end gap-6 lg:grid-cols-12">
          <div className="lg:col-span-8">
            <h2 id="training" className="text-h2">
              {words.trainingTitle}
            </h2>
            <p className="mt-3 max-w-measure text-muted">{words.trainingText}</p>
          </div>
          <div className="lg:col-span-4 lg:text-right">
            <ButtonLink variant="secondary" to="/courses">
              {words.courses}
            </ButtonLink>
          </div>
        </div>
      </Section>
      <AnsweredQuestions place="services" />
      <CallToAction words={words} />
    </>
  )
}
