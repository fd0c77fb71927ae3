import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useSignInProvider } from '#admin/session/use-auth.ts'

/** Whether a user has a second factor, in words, since an icon alone would have to be learnt. */
export function FactorMark({ has }: { has: boolean }) {
  const provider = useSignInProvider()
  const Icon = has ? ShieldCheck : ShieldOff
  return (
    <span className="inline-flex items-center gap-x-1 text-fine font-normal whitespace-nowrap text-muted">
      <Icon aria-hidden="true" className={has ? 'size-3.5 text-primary' : 'size-3.5'} />
      {/* The provider of sign-ins may ask for one of its own, about which the site knows nothing. */}
      {has ? 'Second factor' : provider ? 'No second factor here' : 'No second factor'}
    </span>
  )
}
