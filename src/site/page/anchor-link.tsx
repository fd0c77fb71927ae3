import type { AnchorHTMLAttributes } from 'react'
import { useNavigate } from 'react-router'

type PlaceLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The id of an element of this page. */
  id: string
}

/** A link to a place on the same page. The router handles it, since `#intro` would be a route in hash mode. */
export function AnchorLink({ id, ...rest }: PlaceLinkProps) {
  const navigate = useNavigate()
  const href = `#${encodeURIComponent(id)}`
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
