import type { ComponentType } from 'react'
import { useRouter } from '#ui/router.ts'

type LivePartProps<Props> = {
  name: string
  part: ComponentType<Props>
  /** The properties, which the document has as JSON. */
  of: Props
}

/**
 * A part with state on a still page, such as a form: the client brings it to life in the document, at the act with which it is loaded. Its ids must come from
 * its properties, since those of `useId` depend on the whole page.
 */
export function LivePart<Props extends object>({ name, part: Part, of }: LivePartProps<Props>) {
  const part = (
    <div data-live={name} data-of={JSON.stringify(of)}>
      <Part {...of} />
    </div>
  )
  // The record may not be public, or not in this state, so its form would be sent to nobody.
  return useInPreview() ? (
    <fieldset disabled className="min-w-0">
      <p className="mb-4 text-small text-muted">This is a preview. The form works on the public page.</p>
      {part}
    </fieldset>
  ) : (
    part
  )
}

/** Whether this is the page of a preview link. */
export const useInPreview = () => useRouter().location.pathname.startsWith('/preview/')
