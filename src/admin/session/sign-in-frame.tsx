import type { ReactNode } from 'react'
import { useAdminScale } from '#admin/hooks.ts'
import { Cover } from '#ui/content-image.tsx'
import { type Scheme, schemes } from '#ui/drawing/shapes.ts'
import { Card } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'

/** The light family, and the dark one in the dark scheme. */
const colours = Object.fromEntries(
  Object.entries(schemes.mist).map(([name, light]) => [
    name,
    `light-dark(${light}, ${schemes.night[name as keyof Scheme]})`,
  ]),
) as Scheme

/** The frame of the screens before the sign-in: a panel with the company's logo above it, and a drawing next to it on wide screens. */
export function SignInFrame({
  title,
  lead,
  footer,
  children,
}: {
  title: string
  lead?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) {
  const { brand } = useCompany()
  useAdminScale()
  return (
    <main id="main" className="grid min-h-svh lg:grid-cols-2">
      <div className="mx-auto w-full max-w-100 self-center px-gutter py-10 sm:px-0">
        <Link to="/" className="mb-6 inline-flex items-center gap-2.5 font-display text-h3 font-[640]">
          <LogoMark className="size-7 text-primary" />
          {brand}
        </Link>
        <Card>
          <h1 className="text-h1">{title}</h1>
          {lead && <p className="mt-1.5 text-muted">{lead}</p>}
          <div className="mt-6">{children}</div>
        </Card>
        {footer && <div className="mt-5 text-center text-small text-muted">{footer}</div>}
      </div>
      <div className="sticky top-0 h-svh max-lg:hidden lg:order-first">
        <Cover slug="the-house-door" category="Cloud" colours={colours} className="size-full" />
      </div>
    </main>
  )
}

export const BackToLogin = () => (
  <Link to="/admin/login" className="text-primary underline-offset-4 hover:underline">
    Back to sign-in
  </Link>
)
