import type { AnchorHTMLAttributes } from 'react'
import { useNavigate } from 'react-router'

type PlaceLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The id of an element of this page. */
  id: string
}

/** A link to a place on the same page. With the client the router goes there, since in hash mode `#intro` would be a route. */
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
