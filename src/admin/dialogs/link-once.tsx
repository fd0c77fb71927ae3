import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'
import { Dialog, DialogFoot } from './dialog.tsx'

/** A link, or something else that is shown once, to copy. */
export function LinkOnce({ address, what = 'link' }: { address: string; what?: string }) {
  const [copied, setCopied] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the dialog has taken the focus, which it returns when it closes.
    const timer = setTimeout(() => box.current?.querySelector('button')?.focus())
    return () => clearTimeout(timer)
  }, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      notify('error', `Copying failed. Select the ${what} and copy it.`)
    }
  }
  return (
    <div ref={box} className="mt-4 rounded-control border border-line bg-sunken p-3">
      <label className="block text-small font-[560]">
        Copy the {what} now. It is shown only once.
        <input
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className="mt-1.5 h-11 w-full rounded-control border border-edge bg-paper px-3 font-mono text-small font-normal"
        />
      </label>
      <Button className="mt-2" onClick={copy}>
        <Copy aria-hidden="true" className="size-4" />
        <span aria-live="polite">{copied ? 'Copied' : `Copy ${what}`}</span>
      </Button>
    </div>
  )
}

type GivenLinkProps = { link: string; what?: string; lead: string; onClose: () => void }

/** A link that no message carries: the person who made it passes it on. It is the content of a dialog. */
export const GivenLink = ({ link, what, lead, onClose }: GivenLinkProps) => (
  <>
    <p className="wrap-anywhere">{lead}</p>
    <LinkOnce address={link} {...(what && { what })} />
    <DialogFoot>
      <Button variant="secondary" size="small" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </>
)

export const LinkDialog = ({ title, ...given }: GivenLinkProps & { title: string }) => (
  <Dialog open onClose={given.onClose} title={title}>
    <GivenLink {...given} />
  </Dialog>
)
