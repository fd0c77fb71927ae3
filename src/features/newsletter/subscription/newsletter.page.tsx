import { newsletterWords } from '#contract/default-words.ts'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { newsletterPageWords } from '../ground/newsletter-words.contract.ts'
import { NewsletterForm } from './newsletter-form.tsx'

export const search = (given: URLSearchParams) => {
  const subscribed = given.get('subscribed')
  return { subscribed: subscribed && subscribed !== 'confirm' ? 1 : subscribed }
}

/** Shows the answer to a native sign-up, with the texts next to the form in every footer, since the footer of this page has no second form. */
export default function NewsletterPage() {
  const words = useWords('newsletter', newsletterPageWords)
  const footer = useWords('newsletter', newsletterWords)
  return (
    <>
      <Head
        title="Newsletter"
        path="/newsletter"
        description="New articles on cloud, data and AI by e-mail, when there is something worth reading."
        noIndex
      />
      <PageHero eyebrow={footer.footerTitle} title={words.title} lead={words.lead}>
        <div className="max-w-measure">
          <NewsletterForm answers />
          <p className="mt-3 text-small text-muted">{footer.footerText}</p>
        </div>
      </PageHero>
    </>
  )
}
