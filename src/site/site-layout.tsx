import { Outlet, ScrollRestoration } from 'react-router'
import { NavLink } from '#ui/link.tsx'

export function SiteLayout() {
  return (
    <>
      <nav>
        {['/', '/services', '/products', '/blog', '/about', '/contact'].map((to) => (
          <NavLink key={to} to={to}>
            {to}
          </NavLink>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
export function LoadingScreen() {
  return <p role="status">Loading</p>
}
