import { type ComponentType, useEffect, useState } from 'react'
import { useHydrated } from '#ui/link.tsx'
import { useTrustedHtml } from '#ui/trusted-html.ts'

type PartModule<Props> = { default: ComponentType<Props> }
type ServerPartProps<Props> = {
  load: () => Promise<PartModule<Props>>
  /** The module on the server, which renders it at once: `import.meta.env.SSR ? await load() : undefined`. */
  onServer: PartModule<Props> | undefined
  /** The props of the part. Other values need another `key`. */
  of: Props
  as?: 'div' | 'g'
  className?: string
}

type KeptProps<Props> = Omit<ServerPartProps<Props>, 'onServer'>

/** A part of a page without state. No browser downloads the code of a part that its document has (docs/decisions/002). */
export function ServerPart<Props extends object>({ onServer, as: Element = 'div', ...part }: ServerPartProps<Props>) {
  if (!onServer) return <Kept {...part} as={Element} />
  const { default: Part } = onServer
  return (
    <Element className={part.className}>
      <Part {...part.of} />
    </Element>
  )
}

/** Keeps the server's markup. If the client renders the page itself, it loads the code of the part. */
function Kept<Props extends object>({ load, of, as: Element = 'div', className }: KeptProps<Props>) {
  const [fromServer] = useState(!useHydrated())
  const [module, setModule] = useState<PartModule<Props>>()
  const kept = useTrustedHtml('')
  useEffect(() => {
    // Without this part the page is complete.
    if (!fromServer) load().then(setModule, () => {})
  }, [fromServer, load])
  if (fromServer) return <Element className={className} dangerouslySetInnerHTML={kept} suppressHydrationWarning />
  return <Element className={className}>{module && <module.default {...of} />}</Element>
}
