import { Section } from '#ui/layout.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export const search = (given: URLSearchParams) => {
  const subscribed = given.get('subscribed')
  return { subscribed: subscribed && subscribed !== 'confirm' ? 1 : subscribed }
}

/** Shows the answer to a native sign-up; it can also be linked to. */
export default function NewsletterPage() {
  return (
    <>
      <Head
        title="Newsletter"
        path="/newsletter"
        description="New articles on cloud, data and AI by e-mail, when there is something worth reading."
        noIndex
      />
      <PageHero
        title="Newsletter"
        lead="New articles on cloud, data, AI and security, when there is something worth reading. One link unsubscribes."
      />
      <Section space="band">
        <div className="max-w-measure">
          <NewsletterForm answers />
        </div>
      </Section>
    </>
  )
}
