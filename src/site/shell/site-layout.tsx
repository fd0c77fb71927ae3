import type { ReactNode } from 'react'
import { promises, signUpWords } from '#contract/default-words.ts'
import { MenuButton, SchemeSwitch } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { yearNow } from '#ui/date.tsx'
import { Container } from '#ui/layout.tsx'
import { Link, NavLink } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useRouter } from '#ui/router.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { NavigationProgress, SkipLink, useFocusOnNavigation } from '#web/page-frame.tsx'
import { legalLinks, quickLinks, serviceLinks, siteLinks } from './navigation.ts'

const withoutSignUp = /^\/(newsletter(\/.*)?|registration)$/

/**
 * The frame of every public page: skip link, navigation, page and footer.
 * @param newsletter the sign-up form, which belongs to a feature; the newsletter's own pages and those of links in messages have none
 */
export function SiteLayout({ newsletter, children }: { newsletter: ReactNode; children: ReactNode }) {
  useFocusOnNavigation('main')
  const { pathname } = useRouter().location
  return (
    <>
      <SkipLink to="main" />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[70svh] pt-20">
        {children}
      </main>
      <SiteFooter newsletter={!withoutSignUp.test(pathname) && newsletter} />
    </>
  )
}

function SiteHeader() {
  return (
    <header className="site-header fixed inset-x-0 top-0 z-40 border-b border-line bg-paper">
      <Container className="flex h-20 items-center gap-2">
        <Brand className="mr-auto" />
        <SiteMenu />
        <SchemeSwitch className="lg:ml-3" />
        <MenuButton menu={siteMenuId} className="md:hidden" />
      </Container>
      <NavigationProgress />
    </header>
  )
}

function Brand({ className = '' }: { className?: string }) {
  const { brand } = useCompany()
  return (
    <Link
      to="/"
      className={`inline-flex items-center gap-3 font-display text-[1.375rem] leading-none tracking-[-0.02em] ${className}`}
    >
      <LogoMark className="size-8 text-primary" />
      {brand}
    </Link>
  )
}

const siteMenuId = 'site-menu'

/**
 * The site's links: a row on wide screens, and a list that the menu button opens on small ones. The list is a popover, so that the
 * button, Escape and a touch outside work without scripts; a chosen link closes it (src/app/web/boot/).
 */
const SiteMenu = () => (
  <nav id={siteMenuId} popover="auto" aria-label="Main" className="site-menu">
    <ul className="md:flex lg:gap-1">
      {siteLinks.map(({ to, label }) => (
        <li key={to} className="max-md:border-b max-md:border-line max-md:last:border-0">
          <NavLink to={to}>{label}</NavLink>
        </li>
      ))}
    </ul>
  </nav>
)

function SiteFooter({ newsletter }: { newsletter: ReactNode }) {
  const { services = serviceLinks, more = [], listed } = useCompany().links ?? {}
  const promised = useWords('promises', promises)
  const words = useWords('newsletter', signUpWords)
  const column = listed && listed.length < 9 // More links have a row of their own.
  return (
    <footer className="later border-t border-line bg-sunken text-small [--later:48rem] lg:[--later:36rem]">
      <Container>
        {newsletter && (
          <section
            aria-labelledby="stay-updated"
            className="grid gap-x-12 gap-y-4 border-b border-line py-8 md:grid-cols-2 md:items-center lg:py-10"
          >
            <div>
              <h2 id="stay-updated" className="text-h3">
                {words.footerTitle}
              </h2>
              <p className="mt-1 text-muted">
                {`${words.footerText}${promised.newsletter && ` At most ${promised.newsletter}.`}`}
              </p>
            </div>
            {newsletter}
          </section>
        )}
        <div className="grid grid-cols-2 gap-x-8 gap-y-8 py-10 md:grid-cols-4 lg:grid-cols-12 lg:py-14">
          <Identity className={column ? 'lg:col-span-3' : ''} />
          <LinkList title="Quick Links" links={[...quickLinks, ...more]} className="lg:col-span-2" />
          <LinkList title="Services" links={services} className={column ? 'lg:col-span-2' : 'lg:col-span-3'} />
          {column && <LinkList title="More" links={listed} className="lg:col-span-2" />}
          <ContactDetails narrow={column ?? false} />
          {column === false && (
            <LinkList title="More" links={listed ?? []} className="col-span-full" columns="9rem 5" />
          )}
        </div>
        <Imprint />
      </Container>
    </footer>
  )
}

function Identity({ className }: { className: string }) {
  const { tagline } = useCompany()
  return (
    <div
      className={classNames(
        'col-span-2 flex flex-wrap items-center justify-between gap-x-6 md:col-span-4 lg:block',
        className,
      )}
    >
      <Brand />
      <p className="mt-3 w-full text-muted max-lg:order-last lg:max-w-[18rem]">{tagline}</p>
      <SocialLinks />
    </div>
  )
}

const Title = ({ children }: { children: ReactNode }) => <h2 className="text-body tracking-[-0.01em]">{children}</h2>

type LinkListProps = { title: string; links: { to: string; label: string }[]; className: string; columns?: string }

function LinkList({ title, links, className, columns }: LinkListProps) {
  return (
    <nav aria-label={title} className={className}>
      <Title>{title}</Title>
      <ul className="mt-2 wrap-anywhere" style={columns ? { columns, columnGap: '2rem' } : undefined}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <FooterLink to={to}>{label}</FooterLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  const look = { className: 'link-quiet inline-block py-1 text-muted hover:text-ink', children }
  return to.startsWith('/') ? <Link to={to} {...look} /> : <a href={to} {...look} />
}

/** @param narrow whether another column leaves it one cell */
function ContactDetails({ narrow }: { narrow: boolean }) {
  const { email, phone, address } = useCompany()
  return (
    <div className={classNames(!narrow && 'col-span-2', 'lg:col-span-3')}>
      <Title>Contact</Title>
      <address className={classNames('mt-2 text-muted not-italic', !narrow && 'grid grid-cols-2 gap-x-8 md:block')}>
        <div>
          <a href={`mailto:${email}`} className="link-quiet block py-1 wrap-anywhere hover:text-ink">
            {email}
          </a>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="link-quiet block py-1 tabular-nums hover:text-ink">
            {phone}
          </a>
        </div>
        <p className="py-1">
          {address.street}
          <br />
          {address.city} {address.postalCode}, {address.region}
          <br />
          {address.country}
        </p>
      </address>
    </div>
  )
}

function Imprint() {
  const { brand } = useCompany()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line py-4 text-fine text-muted">
      <p>
        &copy; {yearNow()} {brand}. All rights reserved.
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {legalLinks.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="link-quiet inline-block py-1.5 hover:text-ink">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Network = keyof ReturnType<typeof useCompany>['social']

/** The network's icons, drawn on a grid of 24 with the same stroke. */
const signs: Record<Network, { name: string; d: string }> = {
  linkedin: {
    name: 'LinkedIn',
    d: 'M4 4h16v16H4zM8 11v5M8 8v.01M12 16v-5m0 2.2c.6-2.6 4-2.8 4 .2V16',
  },
  github: {
    name: 'GitHub',
    d: 'M9 20v-3.2c-3.2-.6-4.5-2.6-4.5-5.3 0-1.5.4-2.7 1.2-3.6-.3-1.2-.2-2.4.2-3.4 1.2 0 2.4.6 3.3 1.3a11 11 0 0 1 5.6 0c.9-.7 2.1-1.3 3.3-1.3.4 1 .5 2.2.2 3.4.8.9 1.2 2.1 1.2 3.6 0 2.7-1.3 4.7-4.5 5.3V20M9 18.4c-2.4.6-3.2-.8-4.4-1.6',
  },
  x: { name: 'X', d: 'm5 4 14 16M18.5 4.5 5.5 19.5' },
  youtube: {
    name: 'YouTube',
    d: 'M3 8.5a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM10.3 9.200v5.600l4.7-2.800z',
  },
  instagram: {
    name: 'Instagram',
    d: 'M4 8a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M16.8 7.200v.01',
  },
  facebook: { name: 'Facebook', d: 'M4 4h16v16H4zM13 20v-8.500a2 2 0 0 1 2-2h1.500M10.5 13h5' },
}

/** Links to the networks that the company has an address on; renders nothing if there are none. */
function SocialLinks() {
  const { social } = useCompany()
  const networks = (Object.keys(signs) as Network[]).filter((network) => social[network])
  if (networks.length === 0) return null
  return (
    <ul className="-mx-2.5 flex flex-wrap lg:mt-5">
      {networks.map((network) => (
        <li key={network}>
          <a
            href={social[network]}
            rel="noopener me"
            className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:text-primary"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-5.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              <path d={signs[network].d} />
            </svg>
            <span className="sr-only">{signs[network].name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
