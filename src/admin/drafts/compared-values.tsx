import { lazy, Suspense } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'

/** Most forms have no rich text, so its parser is loaded only when needed. */
const ComparedContent = lazy(() => import('./compared-content.tsx'))

/** Two versions of a field's value side by side. @param rich whether it is Markdown or HTML */
export const ComparedValues = ({ rich, ...props }: ComparedProps & { rich: boolean }) =>
  rich ? (
    <Suspense fallback={<Spinner />}>
      <ComparedContent {...props} />
    </Suspense>
  ) : (
    <ComparedTexts {...props} />
  )
