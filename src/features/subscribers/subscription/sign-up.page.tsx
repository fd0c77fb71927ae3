import { promises, signUpWords } from '#contract/default-words.ts'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { signUpPageWords } from '../ground/sign-up-words.contract.ts'
import { SignUpForm } from './sign-up-form.tsx'

export const search = (given: URLSearchParams) => {
  const subscribed = given.get('subscribed')
  return { subscribed: subscribed && subscribed !== 'confirm' ? 1 : subscribed }
}

/** Shows the answer to a native sign-up, with the text next to the form in every footer, since the footer of this page has no second form. */
export default function SignUpPage() {
  const words = useWords('newsletter', signUpPageWords)
  const { footerTitle, footerText } = useWords('newsletter', signUpWords)
  const promised = useWords('promises', promises)
  return (
    <>
      <Head
        title="Newsletter"
        path="/newsletter"
        description="New articles on cloud, data and AI by email, when there is something worth reading."
        noIndex
      />
      <PageHero eyebrow={footerTitle} title={words.title} lead={words.lead}>
        <div className="max-w-measure">
          <SignUpForm answers />
          <p className="mt-2 text-fine text-muted">
            {`${footerText}${promised.newsletter && ` At most ${promised.newsletter}.`}`}
          </p>
        </div>
      </PageHero>
    </>
  )
}
