import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { measured } from '#web/measured.ts'

/**
 * What this page weighs and how long it took. The weights are written in when the document is made (`src/app/ssr/weigh.ts`); the time is the
 * browser's own measurement of the request, which the boot script writes in.
 */
export const Colophon = () => (
  <Container>
    <p className="border-t border-deep-line py-5 font-mono text-fine text-deep-muted">
      This page, compressed: {measured.document}&nbsp;KB of document, {measured.script}&nbsp;KB of it script;{' '}
      {measured.fonts}&nbsp;KB of type;{' '}
      <Link to="/cookies" className="link">
        nothing from third parties
      </Link>
      .
      <span data-answer-time hidden>
        {' '}
        Your browser had its first byte in <span>0</span>&nbsp;ms.
      </span>
    </p>
  </Container>
)
