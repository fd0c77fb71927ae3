import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { NewsletterForm } from './newsletter-form.tsx'
import { newsletterPageWords } from './newsletter-words.contract.ts'

export const search = (given: URLSearchParams) => {
  const subscribed = given.get('subscribed')
  return { subscribed: subscribed && subscribed !== 'confirm' ? 1 : subscribed }
}

/** Shows the answer to a native sign-up; it can also be linked to. */
export default function NewsletterPage() {
  const words = useWords('newsletter', newsletterPageWords)
  return (
    <>
      <Head
        title="Newsletter"
        path="/newsletter"
        description="New articles on cloud, data and AI by e-mail, when there is something worth reading."
        noIndex
      />
      <PageHero title={words.title} lead={words.lead} />
      <Section space="band">
        <div className="max-w-measure">
          <NewsletterForm answers />
        </div>
      </Section>
    </>
  )
}
