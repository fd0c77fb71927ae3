import { ButtonLink } from '#ui/button.tsx'
import { NotFound } from './not-found.tsx'

/** The page of an unknown address. */
export const NotFoundScreen = () => (
  <NotFound
    eyebrow="Error 404"
    title="Page not found"
    lead="The address may be old, or mistyped by a letter. What you were after is probably still here."
  >
    <ButtonLink to="/" variant="secondary">
      Back to Home
    </ButtonLink>
  </NotFound>
)
